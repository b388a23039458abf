import { isDismissed, isReady, urgencyRank } from '../presentation';
import type { AgentStateGroup, LiveSession } from '../protocol/protocol';

/**
 * A list on the board: one for each group, and two secondary ones: `ready` for unpinned sessions of
 * Needs You that only wait for a prompt, and `dismissed` for dismissed sessions of Done.
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

/**
 * The section of a session. It does not imply that the session is blocked: a pinned ready session
 * is in `needs_you` as well. Use `isBlocked` for that.
 */
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

/** The secondary section of a group; undefined if it has none. */
export function secondarySectionOf(group: AgentStateGroup): 'ready' | 'dismissed' | undefined {
  if (group === 'needs_you') return 'ready';
  return group === 'delivered' ? 'dismissed' : undefined;
}

const sectionRank = new Map(sections.map((section, rank) => [section, rank]));

function rankOf(session: LiveSession): number {
  return sectionRank.get(sectionOf(session)) ?? sections.length;
}

/**
 * The order of the board. Blocked sessions: by urgency, longest waiting first. Running sessions: by
 * start, newest first, because the start does not change while they work. All others: newest change
 * of state first. A pinned session precedes those of the same urgency. Among equally urgent ones, a
 * layer's urgency decides. Ties are broken by id, so that the order is total.
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

/** Compares blocked sessions by urgency; they precede pinned ready sessions of the same section. */
function byUrgency(a: LiveSession, b: LiveSession): number {
  if (a.agentState.group !== 'needs_you') return 0;
  return byReadiness(a, b) || urgencyRank(a.agentState.state) - urgencyRank(b.agentState.state);
}

function byReadiness(a: LiveSession, b: LiveSession): number {
  return Number(isReady(a.agentState)) - Number(isReady(b.agentState));
}

function byPin(a: LiveSession, b: LiveSession): number {
  return Number(b.pinned === true) - Number(a.pinned === true);
}

/**
 * Compares the urgencies that layers assign, which decide only among sessions of equal state and
 * pin.
 */
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
 * Compares sessions by section, then pinned first, then by the chosen order, then as
 * `compareSessions` does. In every order, sessions at rest come after blocked ones.
 */
export function comparatorFor(order: SortOrder): (a: LiveSession, b: LiveSession) => number {
  const within = comparators[order];
  if (within === undefined) return compareSessions;
  return (a, b) =>
    rankOf(a) - rankOf(b) ||
    byReadiness(a, b) ||
    byPin(a, b) ||
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

/** Compares by UTF-16 code unit, which sorts ISO 8601 times in UTC chronologically. */
export function compareText(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
