import { isDismissed, urgencyRank } from '../presentation';
import type { AgentStateGroup, LiveSession } from '../protocol/protocol';

/** A list on the board: one for each group, and the dismissed sessions at the end of Done. */
export type Section = AgentStateGroup | 'dismissed';

/** The sections in their order on the board. */
export const sections: readonly Section[] = ['needs_you', 'autonomous', 'delivered', 'dismissed'];

export function sectionOf({ agentState }: Pick<LiveSession, 'agentState'>): Section {
  return isDismissed(agentState) ? 'dismissed' : agentState.group;
}

const groupRank: Readonly<Record<AgentStateGroup, number>> = {
  needs_you: 0,
  autonomous: 1,
  delivered: 2,
};

/**
 * The order of the board. Needs You: by urgency, longest waiting first. Running: latest activity
 * first. Done: newest completion first, what the user dismissed at the end. Ties fall to the id, so that the order is total.
 */
export function compareSessions(a: LiveSession, b: LiveSession): number {
  const byGroup = groupRank[a.agentState.group] - groupRank[b.agentState.group];
  if (byGroup !== 0) return byGroup;
  return withinGroup(a, b) || compareText(a.sessionId, b.sessionId);
}

function withinGroup(a: LiveSession, b: LiveSession): number {
  switch (a.agentState.group) {
    case 'needs_you':
      return (
        urgencyRank(a.agentState.state) - urgencyRank(b.agentState.state) ||
        compareText(a.stateSince, b.stateSince)
      );
    case 'autonomous':
      return compareText(b.lastActivityAt, a.lastActivityAt);
    case 'delivered':
      return (
        Number(isDismissed(a.agentState)) - Number(isDismissed(b.agentState)) ||
        compareText(b.stateSince, a.stateSince)
      );
  }
}

/** The orders within a group that the user can choose. */
export const sortOrders = ['urgency', 'activity', 'cost', 'waiting'] as const;
export type SortOrder = (typeof sortOrders)[number];

/** Compares sessions by group, then by the chosen order, then as `compareSessions` does. */
export function comparatorFor(order: SortOrder): (a: LiveSession, b: LiveSession) => number {
  const within = comparators[order];
  if (within === undefined) return compareSessions;
  return (a, b) =>
    groupRank[a.agentState.group] - groupRank[b.agentState.group] ||
    within(a, b) ||
    compareSessions(a, b);
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
