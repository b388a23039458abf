import { actionForKey, cardActions } from '../actions';
import { runAction } from '../keys/keys';
import { isChord } from '../keys/shortcut';
import type { Reader } from './reader';

/** Actions on cards that have a key in a transcript, in the order of the help. */
export const barActions = cardActions.filter(
  ({ reader }) => reader === 'answer' || reader === 'key',
);

/**
 * Runs the action of a key on the session of the bar; false if it has none. If the focus is
 * elsewhere in the transcript, the key first moves it to the bar, so that nothing is decided that
 * the person is not looking at.
 */
export function pressBarKey({ page, host }: Reader, event: KeyboardEvent): boolean {
  const { key, target, repeat } = event;
  const { sessionId, agentId } = host.start.target;
  const bar = document.querySelector<HTMLElement>('.session-bar');
  const session = page.board.state.get().sessions.get(sessionId);
  if (bar === null || session === undefined) return false;
  const pressed = { key, isChord: isChord(event) };
  const action = actionForKey(pressed, session, page.board.state.get());
  if (action === undefined || !barActions.includes(action)) return false;
  if (agentId !== undefined && action.reader !== 'answer') return false;
  if (page.pulse.refuseIfLost()) return true;
  const isInBar = target instanceof Node && bar.contains(target);
  if (isInBar || action.id === 'prompt') return runAction(page, action, session, repeat);
  bar.querySelector<HTMLElement>('.bar-title')?.focus();
  return true;
}
