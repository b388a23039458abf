import type { AgentStateGroup } from '../shared/protocol';

const cardSelector = '[data-session]';
const openSelector = '[data-action="open"]';

/** Where in the board the focus is, in words that outlive the elements. */
export interface FocusPlace {
  readonly sessionId: string;
  readonly action: string;
  readonly group: string;
  readonly index: number;
}

function cardsOf(column: Element | null): readonly HTMLElement[] {
  return [...(column?.querySelectorAll<HTMLElement>(cardSelector) ?? [])];
}

function focusCard(card: HTMLElement | undefined, action = 'open'): boolean {
  const wanted = card?.querySelector<HTMLElement>(`[data-action="${CSS.escape(action)}"]`);
  const target = wanted ?? card?.querySelector<HTMLElement>(openSelector);
  target?.focus();
  return target !== undefined && target !== null;
}

function columnOf(root: HTMLElement, group: string): Element | null {
  return root.querySelector(`[data-group="${CSS.escape(group)}"]`);
}

export function placeOfFocus(target: Element): FocusPlace | undefined {
  const card = target.closest<HTMLElement>(cardSelector);
  const column = card?.closest<HTMLElement>('[data-group]');
  const sessionId = card?.dataset['session'];
  const group = column?.dataset['group'];
  if (!card || !column || sessionId === undefined || group === undefined) return undefined;
  const action = target.closest<HTMLElement>('[data-action]')?.dataset['action'] ?? 'open';
  return { sessionId, action, group, index: cardsOf(column).indexOf(card) };
}

/** The session of the card around an element. */
export function sessionAround(target: Element): string | undefined {
  return target.closest<HTMLElement>(cardSelector)?.dataset['session'];
}

/** Focuses the card of a session; false when it is not drawn. */
export function focusSession(root: HTMLElement, sessionId: string, action = 'open'): boolean {
  const card = root.querySelector<HTMLElement>(`[data-session="${CSS.escape(sessionId)}"]`);
  return focusCard(card ?? undefined, action);
}

/** After an update took the focused element away: the same card, else its neighbour, else the tab. */
export function restoreFocus(root: HTMLElement, place: FocusPlace): void {
  if (focusSession(root, place.sessionId, place.action)) return;
  const cards = cardsOf(columnOf(root, place.group));
  if (focusCard(cards[Math.min(place.index, cards.length - 1)])) return;
  const tab = root.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
  if (tab) tab.focus();
  else focusCard(cardsOf(root)[0]);
}

/** Moves the focus among the cards as the key says; false when the key says nothing here. */
export function moveFocus(
  root: HTMLElement,
  from: Element,
  key: string,
  groups: readonly AgentStateGroup[],
): boolean {
  const card = from.closest<HTMLElement>(cardSelector);
  const column = card?.closest<HTMLElement>('[data-group]');
  if (!card || !column) return false;
  const cards = cardsOf(column);
  const index = cards.indexOf(card);
  switch (key) {
    case 'ArrowUp':
      return focusCard(cards[index - 1] ?? card);
    case 'ArrowDown':
      return focusCard(cards[index + 1] ?? card);
    case 'Home':
      return focusCard(cards[0]);
    case 'End':
      return focusCard(cards.at(-1));
    case 'ArrowLeft':
      return focusBeside(root, card, groupsBefore(groups, column).toReversed());
    case 'ArrowRight':
      return focusBeside(root, card, groupsAfter(groups, column));
    default:
      return false;
  }
}

function groupsBefore(groups: readonly string[], column: HTMLElement): readonly string[] {
  return groups.slice(0, groups.indexOf(column.dataset['group'] ?? ''));
}

function groupsAfter(groups: readonly string[], column: HTMLElement): readonly string[] {
  return groups.slice(groups.indexOf(column.dataset['group'] ?? '') + 1);
}

/** The card of the nearest column with any that is level with this one. */
function focusBeside(root: HTMLElement, card: HTMLElement, groups: readonly string[]): boolean {
  const { top } = card.getBoundingClientRect();
  for (const group of groups) {
    const cards = cardsOf(columnOf(root, group));
    const distance = (other: HTMLElement) => Math.abs(other.getBoundingClientRect().top - top);
    let nearest = cards[0];
    for (const other of cards) {
      if (nearest && distance(other) < distance(nearest)) nearest = other;
    }
    if (focusCard(nearest)) return true;
  }
  return false;
}
