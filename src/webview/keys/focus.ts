import type { Layout } from '../../shared/board/arrangement';
import { groupOrder } from '../../shared/presentation';
import type { AgentStateGroup } from '../../shared/protocol/protocol';
import { ownOf } from '../../shared/text/fields';

const cardSelector = '[data-session]';
const openSelector = '[data-action="open"]';

/** Selects the elements of a session: its card and the pane. */
export function sessionSelector(sessionId: string): string {
  return `[data-session="${CSS.escape(sessionId)}"]`;
}

/** Selects an element with an action in a card, by its `data-action`. */
export function actionSelector(action: string): string {
  return `[data-action="${CSS.escape(action)}"]`;
}

/** Position of the focus on the board, so that it can be restored after the elements changed. */
export interface FocusPlace {
  readonly sessionId: string;
  readonly action: string;
  readonly group: string;
  readonly index: number;
}

function cardsOf(part: Element | null): readonly HTMLElement[] {
  return [...(part?.querySelectorAll<HTMLElement>(cardSelector) ?? [])];
}

function focusCard(card: HTMLElement | undefined, action = 'open'): boolean {
  const named = [actionSelector(action), openSelector, actionSelector('title')];
  const [target] = named.flatMap((one) => card?.querySelector<HTMLElement>(one) ?? []);
  target?.focus();
  return target !== undefined;
}

function groupOf(root: HTMLElement, group: string): Element | null {
  return root.querySelector(`[data-group="${CSS.escape(group)}"]`);
}

export function focusPlaceAt(target: Element): FocusPlace | undefined {
  const card = target.closest<HTMLElement>(cardSelector);
  const part = card?.closest<HTMLElement>('[data-group]');
  const sessionId = card?.dataset['session'];
  const group = part?.dataset['group'];
  if (!card || !part || sessionId === undefined || group === undefined) return undefined;
  const action = target.closest<HTMLElement>('[data-action]')?.dataset['action'] ?? 'open';
  return { sessionId, action, group, index: cardsOf(part).indexOf(card) };
}

/** The session of the card that contains an element. */
export function sessionAround(target: Element): string | undefined {
  return target.closest<HTMLElement>(cardSelector)?.dataset['session'];
}

/** Focuses the card of a session, or the pane that replaces it; false if neither is visible. */
export function focusSession(root: HTMLElement, sessionId: string, action = 'open'): boolean {
  const cards = [...root.querySelectorAll<HTMLElement>(sessionSelector(sessionId))];
  const shown = cards.filter((card) => card.closest('[hidden]') === null);
  const named = shown.find((card) => card.querySelector(actionSelector(action)) !== null);
  return focusCard(named ?? shown[0], action);
}

/**
 * Restores the focus after an update removed the focused element: to the same card, otherwise to
 * its neighbour, otherwise to the group's tab or the button that expands its collapsed column.
 */
export function restoreFocus(root: HTMLElement, place: FocusPlace): void {
  if (focusSession(root, place.sessionId, place.action)) return;
  const part = groupOf(root, place.group);
  const cards = cardsOf(part);
  if (focusCard(cards[Math.min(place.index, cards.length - 1)])) return;
  const fallback =
    root.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]') ??
    part?.querySelector<HTMLElement>('[data-action="fold"][aria-expanded="false"]');
  if (fallback) fallback.focus();
  else focusCard(cardsOf(root)[0]);
}

/** The group of the column that contains an element; undefined outside columns. */
export function columnAround(target: Element): AgentStateGroup | undefined {
  const column = target.closest<HTMLElement>('.column');
  return groupOrder.find((group) => group === column?.dataset['group']);
}

/** True for elements that accept typed text. */
export function isField(target: Element): boolean {
  return target.matches('input, textarea, select');
}

/** Moves the focus among the cards by a key; false if the key does not move the focus. */
export function moveFocus(root: HTMLElement, from: Element, key: string, layout: Layout): boolean {
  if (isField(from)) return false;
  const card = from.closest<HTMLElement>(cardSelector);
  const part = layout === 'columns' ? card?.closest<HTMLElement>('[data-group]') : root;
  if (!card || !part) return false;
  const cards = cardsOf(part);
  const index = cards.indexOf(card);
  if (key === 'Home') return focusCard(cards[0]);
  if (key === 'End') return focusCard(cards.at(-1));
  const step = ownOf(steps, key);
  if (step === undefined) return false;
  const isAcross = key === 'ArrowLeft' || key === 'ArrowRight';
  if (isAcross && layout === 'columns') return focusInNextColumn(root, card, part, step);
  if (isAcross && layout !== 'grid') return false;
  const byRow = layout === 'grid' && !isAcross;
  return focusCard((byRow ? nearestInNextRow(card, cards, step) : cards[index + step]) ?? card);
}

const steps: Readonly<Record<string, 1 | -1>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowRight: 1,
};

/** Focuses the card at the same height in the nearest column with cards. */
function focusInNextColumn(
  root: HTMLElement,
  card: HTMLElement,
  part: Element,
  step: 1 | -1,
): boolean {
  const columns = [...root.querySelectorAll('[data-group]')];
  const { top } = card.getBoundingClientRect();
  for (let at = columns.indexOf(part) + step; columns[at] !== undefined; at += step) {
    const cards = cardsOf(columns[at] ?? null);
    if (focusCard(minBy(cards, (one) => Math.abs(one.getBoundingClientRect().top - top)))) {
      return true;
    }
  }
  return false;
}

/** The nearest card in the row above or below, in a grid. */
function nearestInNextRow(
  card: HTMLElement,
  cards: readonly HTMLElement[],
  step: 1 | -1,
): HTMLElement | undefined {
  const { top, bottom, left } = card.getBoundingClientRect();
  const rowCards = cards.filter((one) => {
    const place = one.getBoundingClientRect();
    return step < 0 ? place.bottom <= top : place.top >= bottom;
  });
  return minBy(rowCards, (one) => {
    const place = one.getBoundingClientRect();
    return Math.abs(place.top - top) * 1000 + Math.abs(place.left - left);
  });
}

function minBy<T>(values: readonly T[], measure: (value: T) => number): T | undefined {
  let found: { readonly value: T; readonly size: number } | undefined;
  for (const value of values) {
    const size = measure(value);
    if (found === undefined || size < found.size) found = { value, size };
  }
  return found?.value;
}

/** Focuses the card that is the first tab stop. */
export function focusFirstCard(): void {
  document.querySelector<HTMLElement>(`${cardSelector} ${openSelector}[tabindex="0"]`)?.focus();
}

/** Forwards a click to the card's button, because elements with a tooltip are above the button. */
export function clickCard(target: Element): void {
  if (target.closest('button, .answer, .card-answer, .details, .why')) return;
  target.closest(cardSelector)?.querySelector<HTMLElement>(openSelector)?.click();
}

/** Focuses the card of a session, otherwise the first tab stop. */
export function focusCardOrFirst(sessionId: string | undefined): void {
  if (!focusSession(document.body, sessionId ?? '')) focusFirstCard();
}

/**
 * Focuses the selection bar, at its count, or the button of an action; false if there is no bar.
 * The count gets the focus because a letter opens the bar, and a space typed after the letter must
 * press nothing.
 */
export function focusSelectionBar(action?: string): boolean {
  const wanted = action === undefined ? '.selection-count' : actionSelector(action);
  const element = document.querySelector<HTMLElement>(`.selection-row ${wanted}`);
  element?.focus();
  return element !== null;
}

/** Session ids of the cards among which an element is: those of its column, or all. */
export function cardIdsAround(
  root: HTMLElement,
  target: Element,
  layout: Layout,
): readonly string[] {
  return cardIdsOf(layout === 'columns' ? target.closest('[data-group]') : root);
}

/** Session ids of the cards in the group that contains an element. */
export function cardIdsOfGroup(target: Element): readonly string[] {
  return cardIdsOf(target.closest('[data-group]'));
}

function cardIdsOf(part: Element | null): readonly string[] {
  return cardsOf(part).flatMap(({ dataset }) => dataset['session'] ?? []);
}

/**
 * The session of the card that a click with a modifier selects; undefined on the card's own
 * controls.
 */
export function selectableSessionAt(target: Element): string | undefined {
  const ownParts = '.answer, .card-answer, .details, .why, .prompting, .kept';
  if (target.closest('button:not(.open), a, label') || target.closest(ownParts)) return undefined;
  return sessionAround(target);
}
