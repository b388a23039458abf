import type { Label } from '../../../../shared/protocol/protocol';
import { stateLabel } from '../../../../shared/words/stateLabels';

/** What a session did when it ended. */
export type EndedFrom = 'rest' | 'work' | { readonly failed: Label };

/** How a session's end shows: closed, cut off in its work, or closed with an error as its last word. */
export function ending(
  from: EndedFrom,
  closedLabel: Label,
): { readonly state: string; readonly label: Label } {
  if (from === 'rest') return { state: 'session_ended', label: closedLabel };
  if (from === 'work')
    return { state: 'cancelled', label: stateLabel('asIs', `${closedLabel.text} while working`) };
  return { state: 'failed', label: stateLabel('asIs', `Failed: ${from.failed.text}`) };
}
