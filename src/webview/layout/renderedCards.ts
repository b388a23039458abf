import { groupOf, sections, secondarySectionOf, type Section } from '../../shared/board/boardOrder';
import { groupOrder } from '../../shared/presentation';
import type { AgentStateGroup } from '../../shared/protocol/protocol';
import { reuseIfEqual, sectionHolding, type Columns } from './arrange';

/** The lists of a page whose cards must stay in their position while a person uses them. */
export interface FixedLists {
  /** With `tabs` only one column is visible. */
  readonly layout: 'columns' | 'tabs' | 'rows';
  /**
   * The sections whose cards are visible now: not those of other tabs, collapsed columns or
   * collapsed sections.
   */
  readonly openSections: () => readonly Section[];
}

/**
 * The cards to render while none may move: each visible card stays in place, even if its session's
 * state changes, except released ones. A new card is rendered only if it moves no other: at the end
 * of a column with nothing below, on an empty page, and in a section that is not visible.
 */
export function arrangeInPlace(
  rendered: Columns,
  columns: Columns,
  released: Pick<ReadonlyMap<string, unknown>, 'has'>,
  { layout, openSections }: FixedLists,
): Columns {
  const next: Record<Section, readonly string[]> = { ...rendered };
  const visibleSections = openSections();
  for (const section of visibleSections) {
    const remaining = rendered[section].filter(
      (id) => !released.has(id) || columns[section].includes(id),
    );
    if (remaining.length < rendered[section].length) next[section] = remaining;
  }
  const renderedIds = new Set(visibleSections.flatMap((section) => next[section]));
  const canInsert = layout !== 'rows' || renderedIds.size === 0;
  for (const section of sections) {
    if (visibleSections.includes(section)) continue;
    const others = columns[section].filter((id) => !renderedIds.has(id));
    // The heading of a collapsed section appears and disappears with its cards, and rows of other
    // groups may be below it.
    const hasRowsBelow = !canInsert && section === 'ready';
    if (hasRowsBelow && (rendered[section].length === 0 || others.length === 0)) continue;
    next[section] = reuseIfEqual(rendered[section], others);
  }
  const endingSections = new Set(groupOrder.flatMap((group) => endSections(group, rendered, next)));
  for (const section of canInsert ? visibleSections.filter((one) => endingSections.has(one)) : []) {
    const last = columns[section].findLastIndex((id) => next[section].includes(id));
    const after = columns[section].slice(last + 1).filter((id) => !renderedIds.has(id));
    if (after.length > 0) next[section] = [...next[section], ...after];
  }
  return sections.some((section) => next[section] !== rendered[section]) ? next : rendered;
}

/** The sections at the end of a column, below which no card or heading remains visible. */
function endSections(group: AgentStateGroup, rendered: Columns, next: Columns): readonly Section[] {
  const tail = secondarySectionOf(group);
  if (tail === undefined) return [group];
  const hasTailCards = rendered[tail].length > 0 && next[tail].length > 0;
  return hasTailCards ? [tail] : [group, tail];
}

/**
 * True if the session's card is not visible. With `tabs`, a card that is still in the tab of its
 * previous group counts as not visible.
 */
export function isNotVisible(
  sessionId: string,
  rendered: Columns,
  columns: Columns,
  { layout, openSections }: FixedLists,
): boolean {
  const [renderedIn, belongsTo] = [
    sectionHolding(rendered, sessionId),
    sectionHolding(columns, sessionId),
  ];
  if (renderedIn === belongsTo) return false;
  if (renderedIn === undefined || !openSections().includes(renderedIn)) return true;
  return layout === 'tabs' && belongsTo !== undefined && groupOf(renderedIn) !== groupOf(belongsTo);
}

/** Number of sessions of these sections that are not rendered yet. */
export function countUnrendered(
  rendered: Columns,
  columns: Columns,
  wantedSections: readonly Section[],
): number {
  if (wantedSections.every((section) => rendered[section] === columns[section])) return 0;
  const renderedIds = new Set(wantedSections.flatMap((section) => rendered[section]));
  return wantedSections.flatMap((section) => columns[section]).filter((id) => !renderedIds.has(id))
    .length;
}
