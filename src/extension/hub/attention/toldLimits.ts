import type { LiveSession } from '../../../shared/protocol/protocol';

/** Sessions that a limit stops within this time, in ms, are told of together. */
const togetherMs = 2_000;
const minuteMs = 60_000;

type Limited = Pick<LiveSession, 'limit'>;

/**
 * The usage limits that a person was told of. A limit is the account's: each session meets it at its own
 * next request, and one message is enough for all of them.
 */
export class ToldLimits {
  /** When each was first told, by the minute in which it resets. */
  private readonly told = new Map<number, number>();

  /** Whether the limit that stopped the session was told of with another session, some time ago. */
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

/** Claude Code says the second to some of our sources and the minute to others. */
function minuteOf({ limit }: Limited): number | undefined {
  const resetsAt = Date.parse(limit?.resetsAt ?? '');
  return Number.isNaN(resetsAt) ? undefined : Math.floor(resetsAt / minuteMs);
}
