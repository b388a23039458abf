import { compareSessions } from '../../../shared/board/boardOrder';
import { isBlocked } from '../../../shared/presentation';
import { maxDigestSessions, type Digest } from '../../../shared/protocol/looks';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { isDismissedRest, type Observed } from './observed';

/** A session that changed while the person was away. */
export interface Changed {
  readonly session: LiveSession;
  readonly known: Observed;
  readonly isUnseen: boolean;
}

type ResultKind = 'opened' | 'pushed' | 'committed' | 'finished';

type CountedDigest = Omit<Digest, 'usd'>;

/**
 * Computes the digest and caches it until one of its sessions changes. Most changes affect running
 * sessions, which are not part of it.
 */
export class DigestMemory {
  private last: readonly Changed[] = [];
  private leftAt = 0;
  private counted: CountedDigest | undefined;
  /** Cached by observation, because each change of a card creates a new observation object. */
  private news = new WeakMap<Observed, News>();
  /** Session ids in their last order: sorting an almost sorted list is fast. */
  private order: readonly string[] = [];

  /** Returns the digest of the results since `leftAt`, in ms since 1970. */
  digestOf(changed: readonly Changed[], leftAt: number, usd: number | undefined): Digest {
    if (leftAt !== this.leftAt) this.news = new WeakMap();
    if (this.counted === undefined || leftAt !== this.leftAt || !areSame(changed, this.last)) {
      this.leftAt = leftAt;
      this.counted = this.count(changed);
    }
    this.last = changed;
    return { ...this.counted, ...(usd !== undefined && { usd }) };
  }

  private count(changed: readonly Changed[]): CountedDigest {
    const results = { opened: 0, pushed: 0, committed: 0, finished: 0 };
    const [unseen, blockedSince]: [LiveSession[], string[]] = [[], []];
    let [pullsOpened, pullsMerged, failingTests, autoBlocked] = [0, 0, 0, 0];
    for (const one of changed) {
      const { session, isUnseen } = one;
      if (isDismissedRest(session)) continue;
      if (isUnseen) unseen.push(session);
      if (isBlocked(session.agentState)) blockedSince.push(session.stateSince);
      const news = this.newsOf(one);
      pullsOpened += news.opened;
      pullsMerged += news.merged;
      if (news.isRed) failingTests += 1;
      autoBlocked += news.autoBlocked;
      if (news.result !== undefined) results[news.result] += 1;
    }
    const [since] = blockedSince.toSorted();
    this.order = this.sorted(unseen).map(({ sessionId }) => sessionId);
    return {
      since: new Date(this.leftAt).toISOString(),
      pullsOpened,
      pullsMerged,
      pushed: results.pushed,
      committed: results.committed,
      finished: results.finished,
      failingTests,
      ...(autoBlocked > 0 && { autoBlocked }),
      ...(since !== undefined && { blocked: { count: blockedSince.length, since } }),
      sessionIds: this.order.slice(0, maxDigestSessions),
    };
  }

  private newsOf(one: Changed): News {
    const news = this.news.get(one.known) ?? newsOf(one, this.leftAt);
    this.news.set(one.known, news);
    return news;
  }

  private sorted(sessions: readonly LiveSession[]): readonly LiveSession[] {
    const rest = new Map(sessions.map((session) => [session.sessionId, session]));
    const known: LiveSession[] = [];
    for (const sessionId of this.order) {
      const session = rest.get(sessionId);
      if (session === undefined) continue;
      known.push(session);
      rest.delete(sessionId);
    }
    return [...known, ...rest.values()].sort(compareSessions);
  }
}

function areSame(some: readonly Changed[], others: readonly Changed[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ session, known, isUnseen }, index) => {
      const other = others[index];
      return other?.session === session && other.known === known && other.isUnseen === isUnseen;
    })
  );
}

interface News {
  readonly opened: number;
  readonly merged: number;
  /** True if the last test run failed and ended after the person left. */
  readonly isRed: boolean;
  /** Number of calls that auto mode blocked. */
  readonly autoBlocked: number;
  /** The most advanced result; undefined if the digest already counts the session elsewhere. */
  readonly result: ResultKind | undefined;
}

function newsOf({ session, known }: Changed, leftAt: number): News {
  const { outcome } = session;
  const { now, before } = known;
  const isNew = now !== undefined && now.at > leftAt;
  const added = (all: readonly string[], old: readonly string[] = []): number =>
    isNew ? all.filter((one) => !old.includes(one)).length : 0;
  const opened = added(now?.pulls ?? [], before?.pulls);
  const merged = added(now?.merged ?? [], before?.merged);
  const commits = isNew && now.commits > (before?.commits ?? 0);
  const pushed = isNew && now.pushed !== undefined && (commits || now.pushed !== before?.pushed);
  const isRed = isNew && outcome?.tests?.ok === false && !outcome.tests.stale;
  const isCountedElsewhere =
    isBlocked(session.agentState) || isRed || merged > 0 || known.rest === 'running';
  const result =
    opened > 0
      ? 'opened'
      : pushed
        ? 'pushed'
        : commits
          ? 'committed'
          : isCountedElsewhere
            ? undefined
            : 'finished';
  const autoBlocked = (session.blocked?.calls ?? []).filter(
    ({ at }) => Date.parse(at) > leftAt,
  ).length;
  return { opened, merged, isRed, autoBlocked, result };
}
