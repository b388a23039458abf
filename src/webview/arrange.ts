import { compareSessions } from '../shared/boardOrder';
import type { AgentStateGroup, LiveSession } from '../shared/protocol';

/** Ids of each group in the order in which they are shown. */
export type Columns = Readonly<Record<AgentStateGroup, readonly string[]>>;

export const noColumns: Columns = { needs_you: [], autonomous: [], delivered: [] };

type Sessions = ReadonlyMap<string, LiveSession>;

/** The board's order. A column that did not change, and the whole if none did, stays the same object. */
export function arrange(previous: Columns, sessions: Sessions): Columns {
  return settled(previous, sorted(sessions));
}

/**
 * The board's order, but what runs keeps its places: mere activity moves nothing. Newcomers go
 * where they belong among those that stay.
 */
export function arrangeCalmly(previous: Columns, sessions: Sessions): Columns {
  const next = sorted(sessions);
  const wanted = new Set(next.autonomous);
  const autonomous = previous.autonomous.filter((id) => wanted.has(id));
  const staying = new Set(autonomous);
  for (const id of next.autonomous) {
    if (!staying.has(id)) autonomous.splice(placeOf(id, autonomous, sessions), 0, id);
  }
  return settled(previous, { ...next, autonomous });
}

/** Which column holds the session; undefined when none does. */
export function groupOf(columns: Columns, sessionId: string): AgentStateGroup | undefined {
  if (columns.needs_you.includes(sessionId)) return 'needs_you';
  if (columns.autonomous.includes(sessionId)) return 'autonomous';
  return columns.delivered.includes(sessionId) ? 'delivered' : undefined;
}

function sorted(sessions: Sessions): Record<AgentStateGroup, readonly string[]> {
  const columns: Record<AgentStateGroup, string[]> = {
    needs_you: [],
    autonomous: [],
    delivered: [],
  };
  for (const session of [...sessions.values()].sort(compareSessions)) {
    columns[session.agentState.group].push(session.sessionId);
  }
  return columns;
}

function placeOf(id: string, among: readonly string[], sessions: Sessions): number {
  const session = sessions.get(id);
  const index = among.findIndex((other) => {
    const neighbour = sessions.get(other);
    return session && neighbour && compareSessions(session, neighbour) < 0;
  });
  return index < 0 ? among.length : index;
}

function settled(previous: Columns, next: Columns): Columns {
  const columns: Columns = {
    needs_you: sameOr(previous.needs_you, next.needs_you),
    autonomous: sameOr(previous.autonomous, next.autonomous),
    delivered: sameOr(previous.delivered, next.delivered),
  };
  const same =
    columns.needs_you === previous.needs_you &&
    columns.autonomous === previous.autonomous &&
    columns.delivered === previous.delivered;
  return same ? previous : columns;
}

function sameOr(previous: readonly string[], next: readonly string[]): readonly string[] {
  const same =
    previous.length === next.length && previous.every((value, index) => value === next[index]);
  return same ? previous : next;
}
