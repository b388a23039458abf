import { actionForKey } from '../actions';
import { pressAction } from '../keys/keys';
import type { Reader } from './reader';

/** Ids of the card's actions that have a key in a transcript, too, by what they act on. */
const answering = ['allow', 'deny', 'denyWithMessage', 'answer', 'reply', 'diff', 'reviewPlan'];
const prompting = ['prompt', 'retrySession', 'continueAtReset', 'interruptSession'];
const reviewing = ['reviewChanges', 'markReviewed', 'markNotReviewed', 'collision'];
/** Ids of the actions that the bar's keys run, in the order of the help. */
export const barActions: readonly string[] = [...answering, ...prompting, ...reviewing];

/**
 * Runs the action of a key on the session of the bar; false where it has none. Elsewhere in the
 * transcript a key leads to the bar first: nothing is decided of what a person does not look at.
 */
export function pressBarKey({ page, host }: Reader, event: KeyboardEvent): boolean {
  const { key, target, repeat } = event;
  if (key === 'Escape' && page.arming.state.get() !== undefined) {
    page.arming.disarm();
    return true;
  }
  if (repeat && page.arming.state.get() !== undefined) return true; // Held down, and no second time.
  const { sessionId, agentId } = host.start.target;
  const bar = document.querySelector<HTMLElement>('.session-bar');
  const session = page.board.state.get().sessions.get(sessionId);
  if (bar === null || session === undefined) return false;
  const action = actionForKey(key, session, page.board.state.get());
  const known = agentId === undefined ? barActions : answering;
  if (action === undefined || !known.includes(action.id)) {
    page.arming.disarm();
    return false;
  }
  if (page.pulse.refuses()) return true;
  const isInBar = target instanceof Node && bar.contains(target);
  if (isInBar || action.id === 'prompt') return pressAction(page, action, session, repeat);
  bar.querySelector<HTMLElement>('.bar-title')?.focus();
  return true;
}
