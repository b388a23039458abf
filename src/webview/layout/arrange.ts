import {
  comparatorFor,
  sectionOf,
  sections,
  secondarySectionOf,
  type Section,
  type SortOrder,
} from '../../shared/board/boardOrder';
import { needsPerson, needsYouCounts, type NeedsYouCounts } from '../../shared/board/needsYou';
import { isAway } from '../../shared/board/texts/machineText';
import type { AgentStateGroup, LiveSession } from '../../shared/protocol/protocol';
import { noFilter, type SessionFilter } from '../../shared/board/filter/filterTokens';
import { createSessionMatcher } from '../../shared/board/filter/sessionFilter';

/** Session ids of each section in the order shown. */
export type Columns = Readonly<Record<Section, readonly string[]>>;

export const noColumns: Columns = {
  needs_you: [],
  ready: [],
  autonomous: [],
  delivered: [],
  dismissed: [],
};

/** Filter and order that the person chose. */
export interface Criteria {
  readonly filter: SessionFilter;
  readonly sort: SortOrder;
}

export const defaultCriteria: Criteria = { filter: noFilter, sort: 'urgency' };

type Sessions = ReadonlyMap<string, LiveSession>;

/** Sorts sessions in the chosen order; unchanged lists keep their identity. */
export function arrange(
  previous: Columns,
  sessions: Sessions,
  criteria = defaultCriteria,
): Columns {
  return reuseUnchanged(previous, sortSessions(sessions, criteria));
}

/**
 * Sorts sessions, but keeps those that stay in a section in place. New ones are inserted at their
 * sorted position.
 */
export function insertNew(
  previous: Columns,
  sessions: Sessions,
  criteria = defaultCriteria,
): Columns {
  const next = sortSessions(sessions, criteria);
  const compare = comparatorFor(criteria.sort);
  const columns: Record<Section, readonly string[]> = { ...next };
  for (const section of sections) {
    const matching = new Set(next[section]);
    const ids = previous[section].filter((id) => matching.has(id));
    const stayingIds = new Set(ids);
    for (const id of next[section]) {
      if (!stayingIds.has(id)) ids.splice(insertionIndex(id, ids, sessions, compare), 0, id);
    }
    columns[section] = ids;
  }
  return reuseUnchanged(previous, columns);
}

/** True if two sessions that stay in a section have swapped their order. */
export function isReordered(before: Columns, after: Columns): boolean {
  return sections.some((section) => {
    if (before[section] === after[section]) return false;
    const [old, now] = [new Set(before[section]), new Set(after[section])];
    const stayed = before[section].filter((id) => now.has(id));
    return after[section].filter((id) => old.has(id)).some((id, at) => stayed[at] !== id);
  });
}

/** The section of a session; undefined if it is filtered out. */
export function sectionHolding(columns: Columns, sessionId: string): Section | undefined {
  return sections.find((section) => columns[section].includes(sessionId));
}

/** Number of sessions shown. */
export function countShown(columns: Columns): number {
  return sections.reduce((sum, section) => sum + columns[section].length, 0);
}

/** The sessions that are blocked on a person and whose machines can be reached. */
export function blockedIds(ids: readonly string[], sessions: Sessions): readonly string[] {
  return ids.filter((id) => {
    const session = sessions.get(id);
    return session !== undefined && needsPerson(session);
  });
}

/** Counts of Needs You for the shown sessions. */
export function shownNeedsYouCounts({
  columns,
  sessions,
}: {
  readonly columns: Columns;
  readonly sessions: Sessions;
}): NeedsYouCounts {
  return needsYouCountsOf([...columns.needs_you, ...columns.ready], sessions);
}

export function needsYouCountsOf(ids: readonly string[], sessions: Sessions): NeedsYouCounts {
  return needsYouCounts(ids.flatMap((id) => sessions.get(id) ?? []));
}

/** Number of these sessions, except those whose machine can't be reached. */
export function countReachable(ids: readonly string[], sessions: Sessions): number {
  return ids.reduce((sum, id) => {
    const session = sessions.get(id);
    return sum + (session === undefined || isAway(session) ? 0 : 1);
  }, 0);
}

/**
 * Number of a group's sessions, including its secondary section, except those whose machine can't
 * be reached.
 */
export function countIn(
  { columns, sessions }: { readonly columns: Columns; readonly sessions: Sessions },
  group: AgentStateGroup,
): number {
  const secondary = secondarySectionOf(group);
  const secondaryCount = secondary === undefined ? 0 : countReachable(columns[secondary], sessions);
  return countReachable(columns[group], sessions) + secondaryCount;
}

/** True if a group has no cards, including cards of unreachable machines. */
export function isEmptyIn(columns: Columns, group: AgentStateGroup): boolean {
  const secondary = secondarySectionOf(group);
  return (
    columns[group].length === 0 && (secondary === undefined || columns[secondary].length === 0)
  );
}

/** True if a group has no cards and none waits to be rendered, so that it can be shown as empty. */
export function isShownEmpty(
  { rendered, columns }: { readonly rendered: Columns; readonly columns: Columns },
  group: AgentStateGroup,
): boolean {
  return isEmptyIn(rendered, group) && isEmptyIn(columns, group);
}

function sortSessions(sessions: Sessions, { filter, sort }: Criteria): Columns {
  const columns: Record<Section, string[]> = {
    needs_you: [],
    ready: [],
    autonomous: [],
    delivered: [],
    dismissed: [],
  };
  const matching = [...sessions.values()]
    .filter(createSessionMatcher(filter))
    .sort(comparatorFor(sort));
  for (const session of matching) columns[sectionOf(session)].push(session.sessionId);
  return columns;
}

function insertionIndex(
  id: string,
  among: readonly string[],
  sessions: Sessions,
  compare: (a: LiveSession, b: LiveSession) => number,
): number {
  const session = sessions.get(id);
  const index = among.findIndex((other) => {
    const neighbour = sessions.get(other);
    return session && neighbour && compare(session, neighbour) < 0;
  });
  return index < 0 ? among.length : index;
}

function reuseUnchanged(previous: Columns, next: Columns): Columns {
  const columns: Record<Section, readonly string[]> = { ...next };
  for (const section of sections) columns[section] = reuseIfEqual(previous[section], next[section]);
  return sections.every((section) => columns[section] === previous[section]) ? previous : columns;
}

/**
 * Returns the previous list if the next one is equal, so that an unchanged list keeps its identity.
 */
export function reuseIfEqual(
  previous: readonly string[],
  next: readonly string[],
): readonly string[] {
  const same =
    previous.length === next.length && previous.every((value, index) => value === next[index]);
  return same ? previous : next;
}
