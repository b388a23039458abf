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

/** Sums up what came of the sessions since `leftAt`, in ms since 1970. Pure. */
export function digestOf(
  changed: readonly Changed[],
  leftAt: number,
  usd: number | undefined,
): Digest {
  const there = changed.filter(({ session }) => !isDismissedRest(session));
  const blocked = there.filter(({ session }) => isBlocked(session.agentState));
  const news = there.map((one) => newsOf(one, leftAt));
  const count = (came: Came): number => news.filter((one) => one.came === came).length;
  const sum = (of: 'opened' | 'merged'): number => news.reduce((all, one) => all + one[of], 0);
  const unseen = there.filter(({ isUnseen }) => isUnseen).map(({ session }) => session);
  const stops = blocked.map(({ session }) => session.stateSince).toSorted();
  return {
    since: new Date(leftAt).toISOString(),
    pullsOpened: sum('opened'),
    pullsMerged: sum('merged'),
    pushed: count('pushed'),
    committed: count('committed'),
    finished: count('finished'),
    failingTests: news.filter(({ isRed }) => isRed).length,
    ...(stops[0] !== undefined && { blocked: { count: blocked.length, since: stops[0] } }),
    ...(usd !== undefined && { usd }),
    sessionIds: unseen
      .toSorted(compareSessions)
      .slice(0, maxDigestSessions)
      .map(({ sessionId }) => sessionId),
  };
}

interface News {
  readonly opened: number;
  readonly merged: number;
  /** True where the last tests failed, and ran since. */
  readonly isRed: boolean;
  /** The furthest that it came; undefined where other parts of the line tell of it. */
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
  return { opened, merged, isRed, came };
}
