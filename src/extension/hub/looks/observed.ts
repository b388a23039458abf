import { isBlocked } from '../../../shared/presentation';
import type { SessionOutcome } from '../../../shared/protocol/layers/display';
import type { LiveSession } from '../../../shared/protocol/protocol';

/** Results of a session at one time, limited to those whose differences the digest counts. */
export interface Delivered {
  readonly at: number;
  readonly commits: number;
  readonly pushed?: string | undefined;
  /** Addresses of pull requests. */
  readonly pulls: readonly string[];
  readonly merged: readonly string[];
}

export type Rest = 'running' | 'blocked' | 'ready' | 'over';

/** The last observation of a session. Times are in ms since 1970. */
export interface Observed {
  readonly rest: Rest;
  /**
   * When the session last came to rest or delivered something at rest; 0 if no such change counts
   * as news.
   */
  readonly changedAt: number;
  /** When a person last saw the session. */
  readonly seenAt: number;
  readonly now?: Delivered | undefined;
  /** Results of the session before the person left. */
  readonly before?: Delivered | undefined;
  /** When this hub last observed the session running. */
  readonly ranAt?: number | undefined;
  /**
   * True for an observation that the previous hub stored, until this hub has read all existing
   * data.
   */
  readonly inherited?: boolean | undefined;
  /** True for a session without a stored observation, until this hub has read all existing data. */
  readonly found?: boolean | undefined;
}

export interface Moment {
  readonly now: number;
  /** False while the hub is reading existing data, when states may be transient. */
  readonly trusted: boolean;
  /** When the person left; Infinity while a person is present. */
  readonly leftAt: number;
}

/**
 * Maximum difference in ms between the times that two hubs derive for one change from different
 * evidence.
 */
const otherEvidenceMs = 5_000;

/** Returns the observation after a change of the card of the session. Pure. */
export function observe(
  before: Observed | undefined,
  session: LiveSession,
  moment: Moment,
): Observed {
  const rest = restOf(session, before);
  const delivered = updatedResults(before, session.outcome, moment.leftAt);
  const { changedAt = 0, seenAt = 0, inherited = false } = before ?? {};
  const origin = moment.trusted ? {} : { inherited, found: !inherited };
  const kept = { rest, changedAt, seenAt, ...delivered, ...origin };
  if (rest === 'running') return moment.trusted ? { ...kept, ranAt: moment.now } : kept;
  const at = restTime(before, rest, session, moment);
  return { ...kept, changedAt: Math.max(at, laterResultTime(before, delivered.now, moment.now)) };
}

export function isDismissedRest(session: LiveSession): boolean {
  return session.agentState.state === 'archived';
}

function restOf({ agentState }: LiveSession, before: Observed | undefined): Rest {
  // The client also compacts its context at rest, which is no work and has no result.
  const rested = before?.rest === 'ready' || before?.rest === 'blocked';
  if (agentState.state === 'compacting' && rested) return before.rest;
  if (agentState.group === 'autonomous') return 'running';
  if (agentState.group === 'delivered') return 'over';
  return isBlocked(agentState) ? 'blocked' : 'ready';
}

function restTime(
  before: Observed | undefined,
  rest: Rest,
  session: LiveSession,
  { now, trusted }: Moment,
): number {
  const { changedAt = 0, ranAt = 0, inherited = false } = before ?? {};
  const since = Math.min(Date.parse(session.stateSince) || 0, now);
  if (!isNews(before, rest, session, trusted, since)) return changedAt;
  // `stateSince` may be older than the work: that of a budget state is the start of the turn.
  const at = Math.max(since, ranAt);
  const isSame = !trusted && inherited && at <= changedAt + otherEvidenceMs;
  return isSame ? changedAt : at;
}

function isNews(
  before: Observed | undefined,
  rest: Rest,
  { agentState, lastPrompt }: LiveSession,
  trusted: boolean,
  since: number,
): boolean {
  // These states result from an action of a person, so they are not news.
  if (agentState.state === 'interrupted' || agentState.state === 'archived') return false;
  if (rest === 'blocked' && before?.rest !== 'blocked') return true;
  // A session that is found while the hub starts came to rest before that start; one that appears
  // later has just started or resumed.
  if (before === undefined || before.found === true) return !trusted && lastPrompt !== undefined;
  // Without hooks, a client that compacts at rest appears busy, and then at rest since the end of
  // the last turn.
  if (before.rest === 'running') {
    return agentState.source !== 'registry' || since > before.changedAt;
  }
  return before.inherited === true && rest !== 'over' && since > before.changedAt;
}

/**
 * Returns the time of a new result of a resting session, such as a merge on the host; 0 without
 * one.
 */
function laterResultTime(
  before: Observed | undefined,
  delivered: Delivered | undefined,
  now: number,
): number {
  const known = before?.now?.at;
  const isMore = known !== undefined && delivered !== undefined && delivered.at > known;
  return isMore ? Math.min(delivered.at, now) : 0;
}

/** Returns the current results, and those before the person left. */
function updatedResults(
  known: Observed | undefined,
  outcome: SessionOutcome | undefined,
  leftAt: number,
): Pick<Observed, 'now' | 'before'> {
  const last = known?.now;
  if (outcome === undefined) return { now: last, before: known?.before };
  const now = deliveredIn(outcome);
  if (last !== undefined && last.at > leftAt) return { now, before: known?.before };
  return { now, before: now.at > leftAt ? last : now };
}

function deliveredIn({ at, commits, pushed, pulls }: SessionOutcome): Delivered {
  const merged = pulls.filter(({ state }) => state === 'merged');
  return {
    at: Date.parse(at) || 0,
    commits,
    ...(pushed !== undefined && { pushed }),
    pulls: pulls.map(({ url }) => url),
    merged: merged.map(({ url }) => url),
  };
}
