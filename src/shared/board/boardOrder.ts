import { isDismissed, isReady, urgencyRank } from '../presentation';
import type { AgentStateGroup, LiveSession } from '../protocol/protocol';

/**
 * A list on the board: one for each group, and two quieter ones at the end of a group: the sessions
 * of Needs You that only wait for a next prompt, unless they are pinned, and the dismissed ones of Done.
 */
export type Section = AgentStateGroup | 'ready' | 'dismissed';

/** The sections in their order on the board. */
export const sections: readonly Section[] = [
  'needs_you',
  'ready',
  'autonomous',
  'delivered',
  'dismissed',
];

/** Whether a session of Needs You is blocked is not said by this: `isBlocked` is. */
export function sectionOf({
  agentState,
  pinned,
}: Pick<LiveSession, 'agentState' | 'pinned'>): Section {
  if (isReady(agentState)) return pinned === true ? 'needs_you' : 'ready';
  return isDismissed(agentState) ? 'dismissed' : agentState.group;
}

export function groupOf(section: Section): AgentStateGroup {
  if (section === 'ready') return 'needs_you';
  return section === 'dismissed' ? 'delivered' : section;
}

/** The section at the end of a group, if it has one. */
export function tailOf(group: AgentStateGroup): 'ready' | 'dismissed' | undefined {
  if (group === 'needs_you') return 'ready';
  return group === 'delivered' ? 'dismissed' : undefined;
}

const sectionRank = new Map(sections.map((section, rank) => [section, rank]));

function rankOf(session: LiveSession): number {
  return sectionRank.get(sectionOf(session)) ?? sections.length;
}

/**
 * The order of the board. Blocked sessions: by urgency, longest waiting first. Running ones: the one
 * that started last first, as this does not change while they work. All others: newest first. A
 * pinned session comes before those that are no more urgent. Among equally urgent ones, a layer may
 * lift or lower a session. Ties fall to the id, so that the order is total.
 */
export function compareSessions(a: LiveSession, b: LiveSession): number {
  return (
    rankOf(a) - rankOf(b) ||
    byUrgency(a, b) ||
    byPin(a, b) ||
    byLayer(a, b) ||
    byTime(a, b) ||
    compareText(a.sessionId, b.sessionId)
  );
}

/** Blocked sessions by urgency, and before one at rest that was pinned there. */
function byUrgency(a: LiveSession, b: LiveSession): number {
  if (a.agentState.group !== 'needs_you') return 0;
  return byRest(a, b) || urgencyRank(a.agentState.state) - urgencyRank(b.agentState.state);
}

function byRest(a: LiveSession, b: LiveSession): number {
  return Number(isReady(a.agentState)) - Number(isReady(b.agentState));
}

function byPin(a: LiveSession, b: LiveSession): number {
  return Number(b.pinned === true) - Number(a.pinned === true);
}

/** A layer's urgency counts only among sessions that are alike in all that is more than time. */
function byLayer(a: LiveSession, b: LiveSession): number {
  return (b.display?.urgency ?? 0) - (a.display?.urgency ?? 0);
}

function byTime(a: LiveSession, b: LiveSession): number {
  switch (sectionOf(a)) {
    case 'needs_you':
      return isReady(a.agentState)
        ? compareText(b.stateSince, a.stateSince)
        : compareText(a.stateSince, b.stateSince);
    case 'autonomous':
      return compareText(b.startedAt, a.startedAt);
    case 'ready':
    case 'delivered':
    case 'dismissed':
      return compareText(b.stateSince, a.stateSince);
  }
}

/** The orders within a group that the user can choose. */
export const sortOrders = ['urgency', 'activity', 'cost', 'waiting'] as const;
export type SortOrder = (typeof sortOrders)[number];

/**
 * Compares sessions by section, then by the chosen order, the pinned first, then as `compareSessions`
 * does. Whatever the order, one at rest comes after all that are blocked.
 */
export function comparatorFor(order: SortOrder): (a: LiveSession, b: LiveSession) => number {
  const within = comparators[order];
  if (within === undefined) return compareSessions;
  return (a, b) =>
    rankOf(a) - rankOf(b) || byRest(a, b) || byPin(a, b) || within(a, b) || compareSessions(a, b);
}

const comparators: Readonly<
  Record<SortOrder, ((a: LiveSession, b: LiveSession) => number) | undefined>
> = {
  urgency: undefined,
  activity: (a, b) => compareText(b.lastActivityAt, a.lastActivityAt),
  cost: (a, b) => b.cost.totalUsd - a.cost.totalUsd,
  waiting: (a, b) => compareText(a.stateSince, b.stateSince),
};

/** Compares by code unit: times are ISO 8601 in UTC, so the order of their texts is theirs. */
export function compareText(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
