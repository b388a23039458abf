import type { RevealMode } from '../../shared/messages/pageMessages';
import type { LiveSession } from '../../shared/protocol/protocol';
import type { PageBoard } from '../board';
import { sessionAround } from '../keys/focus';
import { blockedIds } from '../layout/arrange';
import { draftKeyOf, parseDraftKey } from '../typing/draftKeys';
import { textOf } from '../../shared/text/fields';
import { hasPane, type View } from '../view';

/** Minimum width in pixels of the lists, and of the pane beside them. */
const minListsWidth = 600;
export const minPaneWidth = 480;

/** Default width of the pane as a fraction of the page, and its maximum in pixels. */
const defaultPaneShare = 0.42;
const maxDefaultPaneWidth = 680;

/** Maximum width of the pane on a page of this width, in pixels. */
export function maxPaneWidth(pageWidth: number): number {
  return Math.max(minPaneWidth, pageWidth - minListsWidth);
}

/** The width of the pane: as the person chose, within the available room. */
export function paneWidthFor(pageWidth: number, chosen: number | undefined): number {
  const width = chosen ?? Math.min(maxDefaultPaneWidth, Math.round(pageWidth * defaultPaneShare));
  return Math.min(maxPaneWidth(pageWidth), Math.max(minPaneWidth, width));
}

/** Matches if the page has room for lists and pane; otherwise the pane replaces the lists. */
const twoPanesQuery = `(width >= ${minListsWidth + minPaneWidth}px)`;

/** Minimum width in pixels of three columns. */
export const minColumnsWidth = 720;

interface Parts {
  readonly board: PageBoard;
  readonly view: View;
}

/**
 * Watches the page's width; returns a function that stops it. Only for pages of the board. A page
 * that becomes too narrow shows the lists, unless the focus is in the pane.
 */
export function watchPageWidth({ view }: Pick<Parts, 'view'>): () => void {
  const mediaQuery = matchMedia(twoPanesQuery);
  const updatePlacement = (): void => {
    const focusedPane = document.activeElement?.closest('.pane') ?? null;
    const sessionId = focusedPane === null ? undefined : sessionAround(focusedPane);
    view.change({
      paneAt: mediaQuery.matches ? 'beside' : 'inPlace',
      isPaneOpen: focusedPane !== null,
      ...(sessionId !== undefined && { chosen: sessionId }),
    });
  };
  updatePlacement();
  mediaQuery.addEventListener('change', updatePlacement);
  return () => mediaQuery.removeEventListener('change', updatePlacement);
}

export function isPaneVisible({ state }: View): boolean {
  return hasPane(state.get());
}

/**
 * While no session is chosen, chooses the one whose field had the caret before a reload, otherwise
 * the most urgent blocked one. Only the former opens the pane in place of the lists.
 */
export function chooseFirst({ board, view }: Parts, storedCaret?: unknown): void {
  const { chosen } = view.state.get();
  const { columns, sessions } = board.state.get();
  if (chosen !== undefined || sessions.size === 0) return;
  const typedSessionId = parseDraftKey(draftKeyOf(textOf(storedCaret)))?.sessionId;
  const [first] = blockedIds(columns.needs_you, sessions);
  const isTypedIn = typedSessionId !== undefined && sessions.has(typedSessionId);
  const next = isTypedIn ? typedSessionId : first;
  if (next !== undefined) view.change({ chosen: next, isPaneOpen: isTypedIn });
}

/** The last answer, for the link back to its session. */
export interface LastAnswer {
  readonly sessionId: string;
  readonly call: string;
  /** The answer as a sentence. */
  readonly text: string;
}

interface AfterAnswer {
  readonly session: LiveSession;
  readonly text: string;
  /** The next session, determined before the answer. */
  readonly next: string | undefined;
  readonly reveal: (sessionId: string, how: RevealMode) => void;
  /** True if a button of a card in the lists was pressed. */
  readonly isOnCard: boolean;
}

/**
 * Shows the next session after an answer, with the focus in the lists or the pane, as before. If no
 * session waits, the lists replace the pane again. A press on a card does not move the focus; if
 * the focus is in the pane, the pane keeps its session.
 */
export function showAfterAnswer(
  { view }: Pick<Parts, 'view'>,
  { session, text, next, reveal, isOnCard }: AfterAnswer,
): void {
  const call = session.pendingRequest?.call?.id;
  if (call === undefined) return;
  const isFocusIn = (part: string): boolean => Boolean(document.activeElement?.closest(part));
  if (isOnCard && isFocusIn('.pane')) return;
  if (next === undefined) return void view.closePane();
  const isByPointer = isOnCard && !isFocusIn('.card-answer');
  reveal(next, isByPointer ? 'show' : isFocusIn('.board') ? 'focus' : 'answer');
  view.change({ answered: { sessionId: session.sessionId, call, text } });
}
