import { groupOf, sections, tailOf, type Section } from '../../shared/board/boardOrder';
import { groupOrder } from '../../shared/presentation';
import type { AgentStateGroup } from '../../shared/protocol/protocol';
import { sameOr, sectionHolding, type Columns } from './arrange';

/** The lists of a page on which no card may move. */
export interface StillLists {
  /** With tabs a column is on the page alone. */
  readonly layout: 'columns' | 'tabs' | 'rows';
  /** The sections whose cards are on the page now: not those of another tab, a folded column or a closed line. */
  readonly openSections: () => readonly Section[];
}

/**
 * The cards to draw while none may move: each that is on the page stays in its place, whatever became of
 * its session, but for released ones. A new one is drawn where that moves no other: at the end of a column
 * that nothing follows, on an empty page, and in a section that is not on the page.
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
  const there = new Set(open.flatMap((section) => next[section]));
  const isFree = layout !== 'rows' || there.size === 0;
  for (const section of sections) {
    if (open.includes(section)) continue;
    const others = columns[section].filter((id) => !there.has(id));
    // The line of a closed section comes and goes with its cards, and rows of another group may follow it.
    const isFollowed = !isFree && section === 'ready';
    if (isFollowed && (drawn[section].length === 0 || others.length === 0)) continue;
    next[section] = sameOr(drawn[section], others);
  }
  const ends = new Set(groupOrder.flatMap((group) => lastOf(group, drawn, next)));
  for (const section of isFree ? open.filter((one) => ends.has(one)) : []) {
    const last = columns[section].findLastIndex((id) => next[section].includes(id));
    const after = columns[section].slice(last + 1).filter((id) => !there.has(id));
    if (after.length > 0) next[section] = [...next[section], ...after];
  }
  return sections.some((section) => next[section] !== drawn[section]) ? next : drawn;
}

/** The sections of a column that no card or line follows which was on the page and stays there. */
function lastOf(group: AgentStateGroup, drawn: Columns, next: Columns): readonly Section[] {
  const tail = tailOf(group);
  if (tail === undefined) return [group];
  const stays = drawn[tail].length > 0 && next[tail].length > 0;
  return stays ? [tail] : [group, tail];
}

/** True where the card of a session is not on the page, or would not be once its own list is opened. */
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

/** Number of sessions of these sections that wait to be drawn in one of them. */
export function arrivalsIn(drawn: Columns, columns: Columns, among: readonly Section[]): number {
  if (among.every((section) => drawn[section] === columns[section])) return 0;
  const there = new Set(among.flatMap((section) => drawn[section]));
  return among.flatMap((section) => columns[section]).filter((id) => !there.has(id)).length;
}
