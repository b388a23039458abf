import { uptime } from 'node:os';
import { systemClock, type Clock } from '../../util/clock';

/** A wall clock and a monotonic clock; a grant ends when its time has passed by either. */
export interface GrantClock extends Clock {
  /**
   * Returns the time in ms since the computer's start, which a change of the system time does not
   * affect. On Linux and Windows it goes on while the computer sleeps.
   */
  uptime(): number;
}

export const systemGrantClock: GrantClock = { ...systemClock, uptime: () => uptime() * 1_000 };

/** The time in which a grant is valid. */
export interface GrantTimes {
  /** In ms since 1970. */
  readonly givenAt: number;
  readonly until: number;
  /** `uptime` when it was given, in ms. */
  readonly uptimeAt: number;
}

/**
 * True if the grant's time has passed by one of the clocks, or it was given before the last boot.
 */
export function hasGrantExpired(
  { givenAt, until, uptimeAt }: GrantTimes,
  clock: GrantClock,
): boolean {
  const passed = clock.uptime() - uptimeAt;
  return clock.now() >= until || passed >= until - givenAt || passed < 0;
}
