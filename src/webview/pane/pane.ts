import type { RevealHow } from '../../shared/messages/pageMessages';
import type { LiveSession } from '../../shared/protocol/protocol';
import type { PageBoard } from '../board';
import { blockedIn } from '../layout/arrange';
import { draftOf, nameOf } from '../typing/draftKeys';
import { textOf } from '../../shared/text/fields';
import { hasPane, type View } from '../view';

/** Least width in pixels of the lists, and of a session beside them. */
const narrowestLists = 600;
export const narrowestPane = 480;

/** Share of the page that a session beside the lists takes at first. */
const paneShare = 0.42;
const widestAtFirst = 680;

/** Greatest width of what is beside the lists, on a page of a width in pixels. */
export function widestPane(pageWidth: number): number {
  return Math.max(narrowestPane, pageWidth - narrowestLists);
}

/** The width of what is beside the lists: that which the person chose, as far as there is room. */
export function paneWidthFor(pageWidth: number, chosen: number | undefined): number {
  const wanted = chosen ?? Math.min(widestAtFirst, Math.round(pageWidth * paneShare));
  return Math.min(widestPane(pageWidth), Math.max(narrowestPane, wanted));
}

/** Matches while the page has room for a session beside its lists. */
const hasRoom = `(width >= ${narrowestLists + narrowestPane}px)`;

interface Parts {
  readonly board: PageBoard;
  readonly view: View;
}

/** Follows the width of the page; returns a function that ends it. Called on pages of a board alone. */
export function watchRoom({ view }: Pick<Parts, 'view'>): () => void {
  const query = matchMedia(hasRoom);
  const follow = (): void => view.change({ isBeside: query.matches });
  follow();
  query.addEventListener('change', follow);
  return () => query.removeEventListener('change', follow);
}

export function showsPane({ state }: View): boolean {
  return hasPane(state.get());
}

/**
 * Chooses the most urgent blocked session while nothing is chosen; at the start that of the field that had
 * the caret before a reload.
 */
export function chooseFirst({ board, view }: Parts, keptCaret?: unknown): void {
  const { chosen } = view.state.get();
  const { columns, sessions } = board.state.get();
  if (chosen !== undefined || sessions.size === 0) return;
  const typedIn = nameOf(draftOf(textOf(keptCaret)))?.sessionId;
  const [first] = blockedIn(columns.needs_you, sessions);
  const next = typedIn !== undefined && sessions.has(typedIn) ? typedIn : first;
  if (next !== undefined) view.change({ chosen: next });
}

/** An answer that was given to a session, as the way back to it says. */
export interface LastAnswer {
  readonly sessionId: string;
  readonly call: string;
  /** The answer in a sentence. */
  readonly text: string;
}

interface AfterAnswer {
  readonly session: LiveSession;
  readonly text: string;
  /** The session that comes next, as it was before the answer. */
  readonly next: string | undefined;
  readonly reveal: (sessionId: string, how: RevealHow) => void;
}

/** Shows the next session after an answer; the focus goes there where it was, in the lists or beside them. */
export function showAfterAnswer(
  { view }: Pick<Parts, 'view'>,
  { session, text, next, reveal }: AfterAnswer,
): void {
  const call = session.pendingRequest?.call?.id;
  if (next === undefined || call === undefined) return;
  const inLists = document.activeElement?.closest('.board') ?? null;
  reveal(next, inLists === null ? 'answer' : 'focus');
  view.change({ answered: { sessionId: session.sessionId, call, text } });
}
