/** Greatest accepted length of an expression, in characters. */
export const maxCronLength = 200;

/** Greatest delay of a recurring run as a fraction of its period, limited by `maxOffsetMs`. */
const offsetShare = 0.5;
const maxOffsetMs = 30 * 60_000;

/**
 * The client starts a run that repeats every five minutes this much earlier, in ms, because the API
 * caches the prompt for five minutes.
 */
const cacheLeadMs = 15_000;
const cacheMs = 5 * 60_000;

/**
 * Number of years to search for a match. An expression that matches nothing in this time never
 * matches, because leap days are at most eight years apart.
 */
const maxYears = 9;
const minuteMs = 60_000;

/** The values of the five fields of an expression that match. */
interface CronFields {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly weekdays: ReadonlySet<number>;
}

/** Limits of the fields, in their order in an expression. */
const limits = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12 },
  { min: 0, max: 6 },
] as const;

/**
 * Returns the next time of a cron expression after `after`, both in ms since 1970. The expression
 * is in local time. When daylight saving time starts or ends, a recurring run in the skipped hour is
 * left out and one in the repeated hour occurs once, as in the client; a one-time run may be in
 * either of the two equal hours.
 */
export function nextTime(
  cron: string | undefined,
  after: number,
  isOnce = false,
): number | undefined {
  const fields = cron === undefined ? undefined : parseCron(cron);
  return fields && nextMatch(fields, after, isOnce);
}

/** The times at which a client may start a recurring run, in ms since 1970. */
export interface RunTimes {
  /** The expression's time with the offset that client 2.1.332 derives from the run's id. */
  readonly shifted: number;
  /** For runs that repeat every five minutes: the time before the API's cache expires. */
  readonly early: number | undefined;
  /** The expression's time with the greatest offset of any id. */
  readonly latest: number;
}

/** The times of the first run after a start, or the creation, at `base`; undefined if none is left. */
export function runTimesAfter(
  cron: string | undefined,
  id: string | undefined,
  base: number,
): RunTimes | undefined {
  const fields = cron === undefined ? undefined : parseCron(cron);
  const time = fields && nextMatch(fields, base);
  const following = fields && time !== undefined ? nextMatch(fields, time) : undefined;
  if (cron === undefined || time === undefined || following === undefined) return undefined;
  const period = following - time;
  const isEarly = /^\*\/\d+ \* \* \* \*$/u.test(cron) && period === cacheMs;
  return {
    shifted: shiftedTime(time, period, shareOfId(id)),
    early: isEarly ? base + period - cacheLeadMs : undefined,
    latest: shiftedTime(time, period, 1),
  };
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
  const fields = cron === undefined ? undefined : parseCron(cron);
  if (fields === undefined) return undefined;
  // An earlier time plus its offset may still be in the future.
  let time = nextMatch(fields, now - maxOffsetMs);
  while (time !== undefined) {
    const following = nextMatch(fields, time);
    if (following === undefined) return undefined;
    const start = shiftedTime(time, following - time, shareOfId(id));
    if (start > now) return start;
    time = following;
  }
  return undefined;
}

function shiftedTime(time: number, period: number, share: number): number {
  return Math.floor(time + Math.min(share * offsetShare * period, maxOffsetMs));
}

/** Maps the first eight hexadecimal digits of an id to a number from 0 to 1. */
function shareOfId(id: string | undefined): number {
  const digits = /^[\da-f]{8}/iu.exec(id ?? '')?.[0];
  return digits === undefined ? 0 : Number.parseInt(digits, 16) / 2 ** 32;
}

/** Finds the next matching minute by jumping over months, days and hours that do not match. */
function nextMatch(fields: CronFields, after: number, isOnce = false): number | undefined {
  const at = new Date(Math.floor(after / minuteMs) * minuteMs + minuteMs);
  const lastYear = at.getFullYear() + maxYears;
  while (at.getFullYear() <= lastYear) {
    const before = at.getTime();
    if (!fields.months.has(at.getMonth() + 1)) {
      at.setMonth(at.getMonth() + 1, 1);
      at.setHours(0, 0, 0, 0);
    } else if (!isOnDay(fields, at)) {
      at.setDate(at.getDate() + 1);
      at.setHours(0, 0, 0, 0);
    } else if (fields.hours.has(at.getHours())) {
      if (fields.minutes.has(at.getMinutes()) && (isOnce || !isRepeated(at))) return before;
      at.setTime(before + minuteMs);
    } else if (isOnce) {
      at.setTime(before + minuteMs);
    } else {
      at.setHours(hourAfter(fields, at.getHours()), 0, 0, 0);
    }
    // Setting a local time that a clock set back shows twice chooses the first moment.
    if (at.getTime() <= before) at.setTime(before + minuteMs);
  }
  return undefined;
}

/** The next matching hour of the same day; 24 if there is none. */
function hourAfter({ hours }: CronFields, hour: number): number {
  let next = hour + 1;
  while (next < 24 && !hours.has(next)) next += 1;
  return next;
}

/** True if the day matches: if both fields of the day are limited, either may match. */
function isOnDay({ days, weekdays }: CronFields, at: Date): boolean {
  const isDate = days.has(at.getDate());
  const isWeekday = weekdays.has(at.getDay());
  if (days.size === 31) return isWeekday;
  return weekdays.size === 7 ? isDate : isDate || isWeekday;
}

/** True in the second of the two hours that a clock set back shows twice. */
function isRepeated(at: Date): boolean {
  const first = new Date(at.getTime());
  first.setMinutes(first.getMinutes());
  return first.getTime() !== at.getTime();
}

/** Parses an expression of five fields; undefined for any text that the client rejects. */
function parseCron(cron: string): CronFields | undefined {
  if (cron.length > maxCronLength) return undefined;
  const texts = cron.trim().split(/\s+/u);
  if (texts.length !== limits.length) return undefined;
  const parsed = limits.map((limit, index) => parseField(texts[index] ?? '', limit));
  const [minutes, hours, days, months, weekdays] = parsed;
  if (minutes === undefined || hours === undefined || days === undefined) return undefined;
  if (months === undefined || weekdays === undefined) return undefined;
  return { minutes, hours, days, months, weekdays };
}

/** Parses a list of numbers, ranges and steps; undefined if a part of it is none of these. */
function parseField(
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
): ReadonlySet<number> | undefined {
  const isWeekday = max === 6;
  // Sunday is 0 and 7.
  const highest = isWeekday ? 7 : max;
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const [, from = '', to, every] =
      /^(\*|\d{1,4})(?:-(\d{1,4}))?(?:\/(\d{1,4}))?$/u.exec(part) ?? [];
    const isRange = to !== undefined;
    const isAll = from === '*';
    // A step needs a range.
    if (from === '' || (isAll && isRange) || (every !== undefined && !isAll && !isRange))
      return undefined;
    const first = isAll ? min : Number(from);
    const last = isAll ? max : Number(to ?? from);
    const step = Number(every ?? 1);
    if (first < min || last > highest || first > last || step < 1) return undefined;
    for (let value = first; value <= last; value += step)
      values.add(isWeekday && value === 7 ? 0 : value);
  }
  return values;
}
