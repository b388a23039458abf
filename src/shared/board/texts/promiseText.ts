import { hasMenuOpen, isAtWork, isLoaded } from '../../presentation';
import type { LiveSession } from '../../protocol/protocol';
import { t } from '../../words/l10n';

/** Describes when a prompt that is queued now will reach its session. */
export function deliveryText(session: LiveSession): string {
  const { pendingRequest } = session;
  if (!isLoaded(session)) return t('Resumes the session in a terminal.');
  if (pendingRequest !== undefined) return t('Sent after this turn, once the request is answered.');
  if (isAtWork(session)) return t('Sent after this turn.');
  if (isUnreachable(session))
    return t(
      'Queued: this session can’t be reached from here yet. Sent after its next turn; type in its terminal to start one.',
    );
  if (hasMenuOpen(session)) return t('Sent once the dialog in its terminal is closed.');
  return t('Sent now.');
}

/**
 * True if no prompt can reach a running session now, because no editor terminal runs it and none of
 * its hooks is waiting. The end of its next turn runs a hook that waits for prompts.
 */
export function isUnreachable({ pid, prompting }: LiveSession): boolean {
  return pid !== undefined && prompting?.way === undefined;
}
