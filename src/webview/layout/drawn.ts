import { sections, tailOf, type Section } from '../../shared/board/boardOrder';
import { groupOrder } from '../../shared/presentation';
import type { Columns } from './arrange';

/**
 * The cards to draw while none may move: each that is drawn stays in its place, whatever became of its
 * session, but for released ones. A new one is drawn where that moves no other: at the end of a column
 * that nothing follows.
 */
export function keepPlaces(
  drawn: Columns,
  columns: Columns,
  released: Pick<ReadonlyMap<string, unknown>, 'has'>,
  areColumns: boolean,
): Columns {
  const next: Record<Section, readonly string[]> = { ...drawn };
  for (const section of sections) {
    const kept = drawn[section].filter((id) => !released.has(id) || columns[section].includes(id));
    if (kept.length < drawn[section].length) next[section] = kept;
  }
  const there = new Set(sections.flatMap((section) => next[section]));
  for (const group of groupOrder) {
    const tail = tailOf(group);
    if (!areColumns || (tail !== undefined && next[tail].length > 0)) continue;
    const last = columns[group].findLastIndex((id) => next[group].includes(id));
    const after = columns[group].slice(last + 1).filter((id) => !there.has(id));
    if (after.length > 0) next[group] = [...next[group], ...after];
  }
  return sections.some((section) => next[section] !== drawn[section]) ? next : drawn;
}

/** Number of sessions of a section that wait to be drawn. */
export function arrivalsIn(drawn: Columns, columns: Columns, section: Section): number {
  if (drawn[section] === columns[section]) return 0;
  const there = new Set(drawn[section]);
  return columns[section].filter((id) => !there.has(id)).length;
}
