import { isAway } from '../board/texts/machineText';
import type { LiveSession } from '../protocol/protocol';
import type { Mute } from '../protocol/windows';
import type { SessionAction } from './action';
import { isControlled, type OfferedControl } from './cardFacts';
import { isMet } from './facts';
import { answerRows } from './rows/answers';
import { goRows } from './rows/go';
import { upkeepRows } from './rows/upkeep';
import { viewRows } from './rows/views';

export const pageRows = [...answerRows, ...viewRows, ...goRows, ...upkeepRows] as const;

export type PageActionId = (typeof pageRows)[number]['id'];

/**
 * The actions on a session that pages offer, in the order in which phones and the keyboard help
 * list them.
 */
export const pageActions: readonly (SessionAction & { readonly id: PageActionId })[] = pageRows;

export function pageAction(id: PageActionId): SessionAction {
  return pageActions.find((row) => row.id === id)!;
}

/** State of a page that decides which actions it offers. */
export interface ActionContext {
  readonly mutes: readonly Mute[];
  readonly control: OfferedControl;
}

/** True if a page offers the action for the session. */
export function isOfferedOnPage(
  { when, needs, whileAway, board }: Omit<SessionAction, 'id'>,
  session: LiveSession,
  { mutes, control }: ActionContext,
): boolean {
  if (isAway(session) && whileAway !== true) return false;
  if (!isMet(when, session, { now: Date.now(), mutes })) return false;
  return needs === undefined || board?.needs === 'nothing' || isControlled(control, session);
}
