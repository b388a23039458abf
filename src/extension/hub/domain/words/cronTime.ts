import { Cron } from 'croner';

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
  const [first, second] = schedule?.nextRuns(2, new Date(now)) ?? [];
  if (schedule === undefined || first === undefined || second === undefined) return undefined;
  const period = second.getTime() - first.getTime();
  const offset = Math.min(shareOf(id) * offsetShare * period, mostOffsetMs);
  // The start after now may belong to the time before it.
  return (schedule.nextRun(new Date(now - offset))?.getTime() ?? NaN) + offset;
}

/** The place of an id in the range of its first eight digits, from 0 to 1. */
function shareOf(id: string | undefined): number {
  const digits = /^[\da-f]{8}/iu.exec(id ?? '')?.[0];
  return digits === undefined ? 0 : Number.parseInt(digits, 16) / 2 ** 32;
}

/** Five fields, as cron has them; undefined for anything else. */
function parsed(cron: string): Cron | undefined {
  if (cron.length > 200 || cron.trim().split(/\s+/u).length !== 5) return undefined;
  try {
    return new Cron(cron);
  } catch {
    return undefined;
  }
}
