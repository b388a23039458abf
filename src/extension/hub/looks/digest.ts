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

type Came = 'opened' | 'pushed' | 'committed' | 'finished';

type Sum = Omit<Digest, 'usd'>;

/**
 * Computes the digest, and reuses it while its sessions are unchanged: most changes are of running
 * ones.
 */
export class DigestMemory {
  private last: readonly Changed[] = [];
  private leftAt = 0;
  private sum: Sum | undefined;
  /** Cached by observation, as each change of a card creates a new observation. */
  private news = new WeakMap<Observed, News>();
  /** Session ids in their last order, as almost sorted lists are sorted fast. */
  private order: readonly string[] = [];

  /** Returns the digest of the results since `leftAt`, in ms since 1970. */
  digestOf(changed: readonly Changed[], leftAt: number, usd: number | undefined): Digest {
    if (leftAt !== this.leftAt) this.news = new WeakMap();
    if (this.sum === undefined || leftAt !== this.leftAt || !areSame(changed, this.last)) {
      this.leftAt = leftAt;
      this.sum = this.sumOf(changed);
    }
    this.last = changed;
    return { ...this.sum, ...(usd !== undefined && { usd }) };
  }

  private sumOf(changed: readonly Changed[]): Sum {
    const came = { opened: 0, pushed: 0, committed: 0, finished: 0 };
    const [unseen, stops]: [LiveSession[], string[]] = [[], []];
    let [pullsOpened, pullsMerged, failingTests, autoBlocked] = [0, 0, 0, 0];
    for (const one of changed) {
      const { session, isUnseen } = one;
      if (isDismissedRest(session)) continue;
      if (isUnseen) unseen.push(session);
      if (isBlocked(session.agentState)) stops.push(session.stateSince);
      const news = this.newsOf(one);
      pullsOpened += news.opened;
      pullsMerged += news.merged;
      if (news.isRed) failingTests += 1;
      autoBlocked += news.autoBlocked;
      if (news.came !== undefined) came[news.came] += 1;
    }
    const [since] = stops.toSorted();
    this.order = this.sorted(unseen).map(({ sessionId }) => sessionId);
    return {
      since: new Date(this.leftAt).toISOString(),
      pullsOpened,
      pullsMerged,
      pushed: came.pushed,
      committed: came.committed,
      finished: came.finished,
      failingTests,
      ...(autoBlocked > 0 && { autoBlocked }),
      ...(since !== undefined && { blocked: { count: stops.length, since } }),
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
  /** True if the last test run failed, and was after the person left. */
  readonly isRed: boolean;
  /** Number of calls that auto mode blocked. */
  readonly autoBlocked: number;
  /** The furthest result; undefined if a different count of the digest includes the session. */
  readonly came: Came | undefined;
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
  const isTold = isBlocked(session.agentState) || isRed || merged > 0 || known.rest === 'running';
  const came =
    opened > 0
      ? 'opened'
      : pushed
        ? 'pushed'
        : commits
          ? 'committed'
          : isTold
            ? undefined
            : 'finished';
  const autoBlocked = (session.blocked?.calls ?? []).filter(
    ({ at }) => Date.parse(at) > leftAt,
  ).length;
  return { opened, merged, isRed, autoBlocked, came };
}
