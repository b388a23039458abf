import { Cron } from 'croner';

/** Greatest accepted length of an expression, in characters. */
export const maxCronLength = 200;

/** Greatest delay of a recurring run as a share of its period, limited by `maxOffsetMs`. */
const offsetShare = 0.5;
const maxOffsetMs = 30 * 60_000;

/**
 * Returns the next time of a cron expression after `after`, both in ms since 1970. The expression
 * is in local time.
 */
export function nextTime(cron: string | undefined, after: number): number | undefined {
  return cron === undefined ? undefined : parseCron(cron)?.nextRun(new Date(after))?.getTime();
}

/**
 * Returns the next start of a recurring run, in ms since 1970. The client adds an offset, derived
 * from the run's id, to the expression's time, which spreads the load of all clients. Measured on
 * client 2.1.332.
 */
export function startAfter(
  cron: string | undefined,
  id: string | undefined,
  now: number,
): number | undefined {
  const schedule = cron === undefined ? undefined : parseCron(cron);
  if (schedule === undefined) return undefined;
  const upcoming = schedule.nextRuns(2, new Date(now));
  // The previous time of the expression plus its offset may still be in the future; all earlier
  // times are past.
  const times = [...schedule.previousRuns(1, new Date(now + 1)), ...upcoming];
  for (const [index, time] of times.entries()) {
    const following = times[index + 1];
    if (following === undefined) return undefined;
    const period = following.getTime() - time.getTime();
    const offset = Math.min(shareOfId(id) * offsetShare * period, maxOffsetMs);
    const start = Math.floor(time.getTime() + offset);
    if (start > now) return start;
  }
  return undefined;
}

/** Maps the first eight hexadecimal digits of an id to a number from 0 to 1. */
function shareOfId(id: string | undefined): number {
  const digits = /^[\da-f]{8}/iu.exec(id ?? '')?.[0];
  return digits === undefined ? 0 : Number.parseInt(digits, 16) / 2 ** 32;
}

/**
 * Expressions that never match, such as the 30th of February. Cached, because detecting them takes
 * some ms.
 */
const neverMatching = new Set<string>();
const maxNeverMatching = 256;

/**
 * Parses an expression of five fields; undefined for any other text, and for one that never
 * matches.
 */
function parseCron(cron: string): Cron | undefined {
  if (cron.length > maxCronLength || cron.trim().split(/\s+/u).length !== 5) return undefined;
  if (neverMatching.has(cron)) return undefined;
  try {
    const schedule = new Cron(cron);
    if (schedule.nextRun() !== null) return schedule;
  } catch {
    return undefined;
  }
  if (neverMatching.size >= maxNeverMatching) neverMatching.clear();
  neverMatching.add(cron);
  return undefined;
}
