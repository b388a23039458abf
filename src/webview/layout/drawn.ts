import { groupOf, sections, secondarySectionOf, type Section } from '../../shared/board/boardOrder';
import { groupOrder } from '../../shared/presentation';
import type { AgentStateGroup } from '../../shared/protocol/protocol';
import { reuseIfEqual, sectionHolding, type Columns } from './arrange';

/** The lists of a page while no card may move. */
export interface StillLists {
  /** With `tabs` only one column is visible. */
  readonly layout: 'columns' | 'tabs' | 'rows';
  /**
   * The sections whose cards are visible now: not those of other tabs, collapsed columns or
   * collapsed sections.
   */
  readonly openSections: () => readonly Section[];
}

/**
 * The cards to render while none may move: each visible card stays in place, whatever its session's
 * state, except released ones. A new card is rendered only if it moves no other: at the end of a
 * column with nothing below, on an empty page, and in a section that is not visible.
 */
export function keepPlaces(
  drawn: Columns,
  columns: Columns,
  released: Pick<ReadonlyMap<string, unknown>, 'has'>,
  { layout, openSections }: StillLists,
): Columns {
  const next: Record<Section, readonly string[]> = { ...drawn };
  const open = openSections();
  for (const section of open) {
    const kept = drawn[section].filter((id) => !released.has(id) || columns[section].includes(id));
    if (kept.length < drawn[section].length) next[section] = kept;
  }
  const renderedIds = new Set(open.flatMap((section) => next[section]));
  const isFree = layout !== 'rows' || renderedIds.size === 0;
  for (const section of sections) {
    if (open.includes(section)) continue;
    const others = columns[section].filter((id) => !renderedIds.has(id));
    // The heading of a collapsed section appears and disappears with its cards, and rows of other
    // groups may be below it.
    const isFollowed = !isFree && section === 'ready';
    if (isFollowed && (drawn[section].length === 0 || others.length === 0)) continue;
    next[section] = reuseIfEqual(drawn[section], others);
  }
  const ends = new Set(groupOrder.flatMap((group) => endSections(group, drawn, next)));
  for (const section of isFree ? open.filter((one) => ends.has(one)) : []) {
    const last = columns[section].findLastIndex((id) => next[section].includes(id));
    const after = columns[section].slice(last + 1).filter((id) => !renderedIds.has(id));
    if (after.length > 0) next[section] = [...next[section], ...after];
  }
  return sections.some((section) => next[section] !== drawn[section]) ? next : drawn;
}

/** The sections at the end of a column, below which no card or heading remains visible. */
function endSections(group: AgentStateGroup, drawn: Columns, next: Columns): readonly Section[] {
  const tail = secondarySectionOf(group);
  if (tail === undefined) return [group];
  const stays = drawn[tail].length > 0 && next[tail].length > 0;
  return stays ? [tail] : [group, tail];
}

/**
 * True if the session's card is not visible. With `tabs`, a card that is still in the tab of its
 * previous group counts as not visible.
 */
export function isOutOfSight(
  sessionId: string,
  drawn: Columns,
  columns: Columns,
  { layout, openSections }: StillLists,
): boolean {
  const [now, own] = [sectionHolding(drawn, sessionId), sectionHolding(columns, sessionId)];
  if (now === own) return false;
  if (now === undefined || !openSections().includes(now)) return true;
  return layout === 'tabs' && own !== undefined && groupOf(now) !== groupOf(own);
}

/** Number of sessions of these sections that are not rendered yet. */
export function arrivalsIn(drawn: Columns, columns: Columns, among: readonly Section[]): number {
  if (among.every((section) => drawn[section] === columns[section])) return 0;
  const renderedIds = new Set(among.flatMap((section) => drawn[section]));
  return among.flatMap((section) => columns[section]).filter((id) => !renderedIds.has(id)).length;
}
