import { Cron } from 'croner';

/** Letters of the longest expression that is read. */
export const longestCron = 200;

/** A recurring run starts this much of its period late at most, by its id, and never more than `mostOffsetMs`. */
const offsetShare = 0.5;
const mostOffsetMs = 30 * 60_000;

/** The next time of a cron expression after a moment, both ms since 1970, in local time. */
export function nextTime(cron: string | undefined, after: number): number | undefined {
  return cron === undefined ? undefined : parsed(cron)?.nextRun(new Date(after))?.getTime();
}

/**
 * The next start of a recurring run, ms since 1970. Measured on client 2.1.332: it is the time of the
 * expression and an offset by the run's id, so that not all of the world calls at the full hour.
 */
export function startAfter(
  cron: string | undefined,
  id: string | undefined,
  now: number,
): number | undefined {
  const schedule = cron === undefined ? undefined : parsed(cron);
  if (schedule === undefined) return undefined;
  const coming = schedule.nextRuns(2, new Date(now));
  // The start of the last time before now may be to come; those of earlier times are over.
  const times = [...schedule.previousRuns(1, new Date(now + 1)), ...coming];
  for (const [index, time] of times.entries()) {
    const following = times[index + 1];
    if (following === undefined) return undefined;
    const period = following.getTime() - time.getTime();
    const offset = Math.min(shareOf(id) * offsetShare * period, mostOffsetMs);
    const start = Math.floor(time.getTime() + offset);
    if (start > now) return start;
  }
  return undefined;
}

/** The place of an id in the range of its first eight digits, from 0 to 1. */
function shareOf(id: string | undefined): number {
  const digits = /^[\da-f]{8}/iu.exec(id ?? '')?.[0];
  return digits === undefined ? 0 : Number.parseInt(digits, 16) / 2 ** 32;
}

/** Expressions without any time, such as the 30th of February: it takes some ms to find that out. */
const neverComing = new Set<string>();
const keptNeverComing = 256;

/** Five fields, as cron has them; undefined for anything else, and for one that never comes. */
function parsed(cron: string): Cron | undefined {
  if (cron.length > longestCron || cron.trim().split(/\s+/u).length !== 5) return undefined;
  if (neverComing.has(cron)) return undefined;
  try {
    const schedule = new Cron(cron);
    if (schedule.nextRun() !== null) return schedule;
  } catch {
    return undefined;
  }
  if (neverComing.size >= keptNeverComing) neverComing.clear();
  neverComing.add(cron);
  return undefined;
}
