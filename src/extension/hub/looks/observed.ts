import { isBlocked } from '../../../shared/presentation';
import type { SessionOutcome } from '../../../shared/protocol/layers/display';
import type { LiveSession } from '../../../shared/protocol/protocol';

/** The deliveries of a session at one time, as far as differences are counted. */
export interface Delivered {
  readonly at: number;
  readonly commits: number;
  readonly pushed?: string | undefined;
  /** Addresses. */
  readonly pulls: readonly string[];
  readonly merged: readonly string[];
}

export type Rest = 'running' | 'blocked' | 'ready' | 'over';

/** One session as it was observed last. Times are in ms since 1970. */
export interface Observed {
  readonly rest: Rest;
  /** When it came to rest last, or delivered something at rest; 0 where that is no news. */
  readonly changedAt: number;
  /** When a person looked at it last. */
  readonly seenAt: number;
  readonly now?: Delivered | undefined;
  /** Its deliveries before the person left. */
  readonly before?: Delivered | undefined;
  /** When it was last seen at work by this hub. */
  readonly ranAt?: number | undefined;
  /** True for what the last hub kept, until this one has read everything. */
  readonly inherited?: boolean | undefined;
  /** True for what this hub has found by itself, until then. */
  readonly found?: boolean | undefined;
}

export interface Moment {
  readonly now: number;
  /** False while the hub still reads what there is: a session may look so for a moment only. */
  readonly trusted: boolean;
  /** When the person left; Infinity while one is there. */
  readonly leftAt: number;
}

/** Two hubs read one change from different evidence, this far apart in ms. */
const otherEvidenceMs = 5_000;

/** The knowledge of a session after one more look of the hub. Pure. */
export function observed(
  before: Observed | undefined,
  session: LiveSession,
  moment: Moment,
): Observed {
  const rest = restOf(session, before);
  const delivered = deliveries(before, session.outcome, moment.leftAt);
  const { changedAt = 0, seenAt = 0, inherited = false } = before ?? {};
  const origin = moment.trusted ? {} : { inherited, found: !inherited };
  const kept = { rest, changedAt, seenAt, ...delivered, ...origin };
  if (rest === 'running') return moment.trusted ? { ...kept, ranAt: moment.now } : kept;
  const at = restedAt(before, rest, session, moment);
  return { ...kept, changedAt: Math.max(at, laterDelivery(before, delivered.now, moment.now)) };
}

export function isDismissedRest(session: LiveSession): boolean {
  return session.agentState.state === 'archived';
}

function restOf({ agentState }: LiveSession, before: Observed | undefined): Rest {
  // The client compacts at rest by itself: nothing comes of that.
  const rested = before?.rest === 'ready' || before?.rest === 'blocked';
  if (agentState.state === 'compacting' && rested) return before.rest;
  if (agentState.group === 'autonomous') return 'running';
  if (agentState.group === 'delivered') return 'over';
  return isBlocked(agentState) ? 'blocked' : 'ready';
}

function restedAt(
  before: Observed | undefined,
  rest: Rest,
  session: LiveSession,
  { now, trusted }: Moment,
): number {
  const { changedAt = 0, ranAt = 0, inherited = false } = before ?? {};
  const since = Math.min(Date.parse(session.stateSince) || 0, now);
  if (!isNews(before, rest, session, trusted, since)) return changedAt;
  // The evidence may be older than the work: that of a budget is the turn's beginning.
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
  // A person did that.
  if (agentState.state === 'interrupted' || agentState.state === 'archived') return false;
  if (rest === 'blocked' && before?.rest !== 'blocked') return true;
  // Found at the hub's start it rested meanwhile; one that comes later just began or was resumed.
  if (before === undefined || before.found === true) return !trusted && lastPrompt !== undefined;
  // Without hooks a client that compacts at rest looks busy; afterwards it rests since the last turn's end.
  if (before.rest === 'running') {
    return agentState.source !== 'registry' || since > before.changedAt;
  }
  return before.inherited === true && rest !== 'over' && since > before.changedAt;
}

/** When it delivered something more while it rested, such as a merge elsewhere; 0 where it did not. */
function laterDelivery(
  before: Observed | undefined,
  delivered: Delivered | undefined,
  now: number,
): number {
  const known = before?.now?.at;
  const isMore = known !== undefined && delivered !== undefined && delivered.at > known;
  return isMore ? Math.min(delivered.at, now) : 0;
}

/** The newest deliveries, and those of before the person left. */
function deliveries(
  known: Observed | undefined,
  outcome: SessionOutcome | undefined,
  leftAt: number,
): Pick<Observed, 'now' | 'before'> {
  const last = known?.now;
  if (outcome === undefined) return { now: last, before: known?.before };
  const now = deliveredBy(outcome);
  if (last !== undefined && last.at > leftAt) return { now, before: known?.before };
  return { now, before: now.at > leftAt ? last : now };
}

function deliveredBy({ at, commits, pushed, pulls }: SessionOutcome): Delivered {
  const merged = pulls.filter(({ state }) => state === 'merged');
  return {
    at: Date.parse(at) || 0,
    commits,
    ...(pushed !== undefined && { pushed }),
    pulls: pulls.map(({ url }) => url),
    merged: merged.map(({ url }) => url),
  };
}
