import type { LiveSession } from '../../../shared/protocol/protocol';

/** Sessions that a limit stops within this time of the first one, in ms, are still notified about. */
const togetherMs = 2_000;
const minuteMs = 60_000;

type Limited = Pick<LiveSession, 'limit'>;

/**
 * The usage limits that the person was notified of. A limit applies to the account: each session
 * hits it at its own next request, but one notification is enough.
 */
export class ToldLimits {
  /** Time of the first notification of each limit, by the minute of its reset. */
  private readonly told = new Map<number, number>();

  /**
   * True if the person was notified some time ago, for a different session, of the limit that
   * stopped this one.
   */
  isKnown(session: Limited, now: number): boolean {
    const minute = minuteOf(session);
    const at = minute === undefined ? undefined : this.told.get(minute);
    return at !== undefined && now - at > togetherMs;
  }

  add(session: Limited, now: number): void {
    for (const minute of this.told.keys()) {
      if ((minute + 1) * minuteMs < now) this.told.delete(minute);
    }
    const minute = minuteOf(session);
    if (minute !== undefined && !this.told.has(minute)) this.told.set(minute, now);
  }
}

/** Compared by minute: Claude Code reports seconds to some sources only. */
function minuteOf({ limit }: Limited): number | undefined {
  const resetsAt = Date.parse(limit?.resetsAt ?? '');
  return Number.isNaN(resetsAt) ? undefined : Math.floor(resetsAt / minuteMs);
}
