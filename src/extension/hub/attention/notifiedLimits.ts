import type { LiveSession } from '../../../shared/protocol/protocol';

/**
 * Time, in ms, after the first session that a limit stops, within which the person is also notified
 * of others that it stops.
 */
const combineMs = 2_000;
const minuteMs = 60_000;

type LimitedSession = Pick<LiveSession, 'limit'>;

/**
 * The usage limits that the person was notified of. A limit applies to the account: each session
 * hits it at its own next request, but one notification is enough.
 */
export class NotifiedLimits {
  /** Time of the first notification of each limit, by the minute of its reset. */
  private readonly notifiedAt = new Map<number, number>();

  /**
   * True if the person was notified more than `combineMs` ago of the limit that stopped this
   * session.
   */
  isKnown(session: LimitedSession, now: number): boolean {
    const minute = resetMinute(session);
    const at = minute === undefined ? undefined : this.notifiedAt.get(minute);
    return at !== undefined && now - at > combineMs;
  }

  add(session: LimitedSession, now: number): void {
    for (const minute of this.notifiedAt.keys()) {
      if ((minute + 1) * minuteMs < now) this.notifiedAt.delete(minute);
    }
    const minute = resetMinute(session);
    if (minute !== undefined && !this.notifiedAt.has(minute)) this.notifiedAt.set(minute, now);
  }
}

/**
 * Returns the minute of the limit's reset, by which limits are compared: Claude Code reports the
 * seconds to some sources only.
 */
function resetMinute({ limit }: LimitedSession): number | undefined {
  const resetsAt = Date.parse(limit?.resetsAt ?? '');
  return Number.isNaN(resetsAt) ? undefined : Math.floor(resetsAt / minuteMs);
}
