import {
  comparatorFor,
  sectionOf,
  sections,
  type Section,
  type SortOrder,
} from '../../shared/board/boardOrder';
import { isBlocked } from '../../shared/presentation';
import type { AgentStateGroup, LiveSession } from '../../shared/protocol/protocol';
import { matcherOf, noFilter, type SessionFilter } from '../../shared/board/sessionFilter';

/** Session ids of each section in the order shown. */
export type Columns = Readonly<Record<Section, readonly string[]>>;

export const noColumns: Columns = { needs_you: [], autonomous: [], delivered: [], dismissed: [] };

/** Filter and order that the person chose. */
export interface Criteria {
  readonly filter: SessionFilter;
  readonly sort: SortOrder;
}

export const everything: Criteria = { filter: noFilter, sort: 'urgency' };

type Sessions = ReadonlyMap<string, LiveSession>;

/** Arranges sessions in the chosen order; what did not change stays the same object. */
export function arrange(previous: Columns, sessions: Sessions, criteria = everything): Columns {
  return settled(previous, sorted(sessions, criteria));
}

/**
 * Arranges sessions, but keeps running ones in their places, so that mere activity moves nothing.
 * New ones are inserted where they belong.
 */
export function arrangeCalmly(
  previous: Columns,
  sessions: Sessions,
  criteria = everything,
): Columns {
  const next = sorted(sessions, criteria);
  const compare = comparatorFor(criteria.sort);
  const wanted = new Set(next.autonomous);
  const autonomous = previous.autonomous.filter((id) => wanted.has(id));
  const staying = new Set(autonomous);
  for (const id of next.autonomous) {
    if (!staying.has(id)) autonomous.splice(placeOf(id, autonomous, sessions, compare), 0, id);
  }
  return settled(previous, { ...next, autonomous });
}

/** The section of a session; undefined where it is hidden. */
export function sectionHolding(columns: Columns, sessionId: string): Section | undefined {
  return sections.find((section) => columns[section].includes(sessionId));
}

/** Number of sessions shown. */
export function countOf(columns: Columns): number {
  return sections.reduce((sum, section) => sum + columns[section].length, 0);
}

/** True where one of the sessions is blocked on a person. */
export function hasBlocked(ids: readonly string[], sessions: Sessions): boolean {
  return ids.some((id) => isBlockedIn(sessions, id));
}

export function isBlockedIn(sessions: Sessions, id: string): boolean {
  const state = sessions.get(id)?.agentState;
  return state !== undefined && isBlocked(state);
}

/** Number of sessions in a group, dismissed ones included. */
export function countIn(columns: Columns, group: AgentStateGroup): number {
  return columns[group].length + (group === 'delivered' ? columns.dismissed.length : 0);
}

function sorted(sessions: Sessions, { filter, sort }: Criteria): Columns {
  const columns: Record<Section, string[]> = {
    needs_you: [],
    autonomous: [],
    delivered: [],
    dismissed: [],
  };
  const wanted = [...sessions.values()].filter(matcherOf(filter)).sort(comparatorFor(sort));
  for (const session of wanted) columns[sectionOf(session)].push(session.sessionId);
  return columns;
}

function placeOf(
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

function settled(previous: Columns, next: Columns): Columns {
  const columns: Record<Section, readonly string[]> = { ...next };
  for (const section of sections) columns[section] = sameOr(previous[section], next[section]);
  return sections.every((section) => columns[section] === previous[section]) ? previous : columns;
}

function sameOr(previous: readonly string[], next: readonly string[]): readonly string[] {
  const same =
    previous.length === next.length && previous.every((value, index) => value === next[index]);
  return same ? previous : next;
}
