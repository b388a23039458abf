import type { LucideIcon } from 'lucide-react';
import type { SessionCommand } from '../shared/messages/pageMessages';
import type { LiveSession } from '../shared/protocol/protocol';
import type { Mute } from '../shared/protocol/windows';
import type { answerKey, denyKey } from './keys/shortcut';
import type { Page } from './page';

/** An action on a card: one list for its menu, its keys and the help. */
export interface CardAction {
  readonly id: string;
  readonly nameFor: (session: LiveSession) => string;
  /** Name in the list of keys; `nameFor` is the name in the menu of a session. */
  readonly name: () => string;
  readonly Icon: LucideIcon;
  /**
   * As `KeyboardEvent.key`, letters in lower case. Only what opens or shows something has a key: what is
   * typed past a field must do nothing to a session, whatever it is.
   */
  readonly key?: string;
  /** The key that runs it together with Ctrl or Cmd. */
  readonly chord?: typeof answerKey | typeof denyKey;
  /** Part of the menu; the first part has no name. */
  readonly part?: 'review' | 'go' | 'mark' | 'file' | 'away';
  readonly applies: (session: LiveSession, mutes: readonly Mute[]) => boolean;
  readonly run: (page: Page, session: LiveSession) => void;
  /** True for answers to a request: not in the menu, which would hide the request. */
  readonly decides?: boolean;
  /** True for actions on the session itself, which only a window with control offers. */
  readonly controls?: boolean;
  /** True for actions that need nothing of the session’s machine, so that it may be away. */
  readonly whileAway?: boolean;
  /** True for actions that need no editor around the page. */
  readonly onPhone?: boolean;
  /** True for actions on a phone that take two taps. */
  readonly tappedTwice?: boolean;
}

export function action(
  values: Omit<CardAction, 'nameFor' | 'applies'> & Partial<CardAction>,
): CardAction {
  return { nameFor: values.name, applies: () => true, ...values };
}

/** An action that the editor runs, as it has the terminal, folder and files. */
export function sessionCommand(
  values: Omit<Parameters<typeof action>[0], 'run'> &
    Partial<CardAction> & { readonly id: SessionCommand; readonly said?: () => string },
): CardAction {
  const { id: command, said, ...rest } = values;
  return action({
    run: ({ board }, { sessionId }) => {
      board.post({ type: 'sessionCommand', command, sessionId });
      if (said !== undefined) board.announcer.say(said());
    },
    id: command,
    ...rest,
  });
}
