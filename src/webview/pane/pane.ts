import type { RevealHow } from '../../shared/messages/pageMessages';
import type { LiveSession } from '../../shared/protocol/protocol';
import type { PageBoard } from '../board';
import { sessionAround } from '../keys/focus';
import { blockedIn } from '../layout/arrange';
import { draftOf, draftNameOf } from '../typing/draftKeys';
import { textOf } from '../../shared/text/fields';
import { hasPane, type View } from '../view';

/** Least width in pixels of the lists, and of the pane beside them. */
const narrowestLists = 600;
export const narrowestPane = 480;

/** Share of the page that the pane beside the lists takes at first. */
const paneShare = 0.42;
const widestAtFirst = 680;

/** Greatest width of the pane beside the lists, on a page of a width in pixels. */
export function widestPane(pageWidth: number): number {
  return Math.max(narrowestPane, pageWidth - narrowestLists);
}

/** The width of the pane beside the lists: that which the person chose, as far as there is room. */
export function paneWidthFor(pageWidth: number, chosen: number | undefined): number {
  const wanted = chosen ?? Math.min(widestAtFirst, Math.round(pageWidth * paneShare));
  return Math.min(widestPane(pageWidth), Math.max(narrowestPane, wanted));
}

/** Matches while the page has room for the pane beside its lists; elsewhere the pane takes their place. */
const hasRoom = `(width >= ${narrowestLists + narrowestPane}px)`;

/** Least width in pixels of three columns. */
export const narrowestColumns = 720;

interface Parts {
  readonly board: PageBoard;
  readonly view: View;
}

/**
 * Follows the width of the page; returns a function that ends it. Called on pages of a board alone. A page that
 * gets too narrow shows the lists, unless the person answers or writes in the pane.
 */
export function watchRoom({ view }: Pick<Parts, 'view'>): () => void {
  const wide = matchMedia(hasRoom);
  const follow = (): void => {
    const held = document.activeElement?.closest('.pane') ?? null;
    const sessionId = held === null ? undefined : sessionAround(held);
    view.change({
      paneAt: wide.matches ? 'beside' : 'inPlace',
      isPaneOpen: held !== null,
      ...(sessionId !== undefined && { chosen: sessionId }),
    });
  };
  follow();
  wide.addEventListener('change', follow);
  return () => wide.removeEventListener('change', follow);
}

export function showsPane({ state }: View): boolean {
  return hasPane(state.get());
}

/**
 * Chooses the most urgent blocked session while nothing is chosen; at the start that of the field that had
 * the caret before a reload, which alone opens the pane in the place of the lists.
 */
export function chooseFirst({ board, view }: Parts, keptCaret?: unknown): void {
  const { chosen } = view.state.get();
  const { columns, sessions } = board.state.get();
  if (chosen !== undefined || sessions.size === 0) return;
  const typedIn = draftNameOf(draftOf(textOf(keptCaret)))?.sessionId;
  const [first] = blockedIn(columns.needs_you, sessions);
  const isTypedIn = typedIn !== undefined && sessions.has(typedIn);
  const next = isTypedIn ? typedIn : first;
  if (next !== undefined) view.change({ chosen: next, isPaneOpen: isTypedIn });
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
  /** True where a button of the card in the lists was pressed. */
  readonly isOnCard: boolean;
}

/**
 * Shows the next session after an answer; the focus goes there where it was, in the lists or in the pane. Where no
 * other waits, the lists get their place back. A press on a card moves no focus, and the pane stays where it has it.
 */
export function showAfterAnswer(
  { view }: Pick<Parts, 'view'>,
  { session, text, next, reveal, isOnCard }: AfterAnswer,
): void {
  const call = session.pendingRequest?.call?.id;
  if (call === undefined) return;
  const isIn = (part: string): boolean => Boolean(document.activeElement?.closest(part));
  if (isOnCard && isIn('.pane')) return;
  if (next === undefined) return void view.closePane();
  const isByPointer = isOnCard && !isIn('.card-answer');
  reveal(next, isByPointer ? 'show' : isIn('.board') ? 'focus' : 'answer');
  view.change({ answered: { sessionId: session.sessionId, call, text } });
}
