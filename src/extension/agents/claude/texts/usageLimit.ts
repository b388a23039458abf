import { comingTime } from '../../../../shared/protocol/plausible';

/** A usage limit of the account, as the client told of it. */
export interface UsageLimit {
  /** When it resets, ms since 1970; undefined where that was not said, or not so that it can be read. */
  readonly resetsAt: number | undefined;
  /** The client's own words for that time. */
  readonly said: string | undefined;
}

const dayMs = 86_400_000;
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** A limit's words and those of its reset, as `You've hit your 5-hour limit · resets 3pm (Europe/Berlin)`. */
const reached = /\b(?:hit your|limit reached|out of (?:extra )?usage)\b/iu;
/** `3pm`, `1:45am`, `15:00`, `Nov 27, 11:37am`, `Jan 5, 2027, 3pm`, then the time zone. */
const spokenTime =
  /^(?:([a-z]{3}) (\d{1,2}),? (?:(\d{4}),? )?)?(?:at )?(\d{1,2})(?::(\d\d))? ?([ap]m)? \(([\w/+-]{1,60})\)$/iu;

/**
 * The limit of which the client's words tell; undefined where they tell of none. `at` is when they were
 * said, ms since 1970: a time without a day is the next one. What is not understood stays as it was said.
 */
export function spokenLimit(text: string, at: number): UsageLimit | undefined {
  const line = text.split('\n', 1)[0] ?? '';
  if (!reached.test(line)) return undefined;
  const [, stamp] = line.split('|');
  if (stamp !== undefined && /^\d{10,13}$/u.test(stamp.trim())) {
    const time = Number(stamp);
    const resetsAt = comingTime(stamp.trim().length > 10 ? time : time * 1000, at);
    return { resetsAt, said: undefined };
  }
  const resets = line
    .split(/[·∙|]/u)
    .map((part) => part.trim())
    .filter((part) => part.startsWith('resets '))
    .map((part) => part.slice('resets '.length))
    .map((said) => ({ resetsAt: comingTime(momentOf(said, at), at), said }));
  // Of several limits the session goes on when the last has reset, and nobody knows when where one is not understood.
  return (
    resets.find(({ resetsAt }) => resetsAt === undefined) ??
    resets.toSorted((one, other) => (other.resetsAt ?? 0) - (one.resetsAt ?? 0))[0] ?? {
      resetsAt: undefined,
      said: undefined,
    }
  );
}

/** The last moment of the minute that was said: the client leaves the seconds out. */
function momentOf(said: string, at: number): number | undefined {
  const found = spokenTime.exec(said);
  if (found === null || !Number.isFinite(at)) return undefined;
  const [, month, day, year, hour = '', minute = '0', half, zone = ''] = found;
  const offset = offsetOf(zone);
  if (offset === undefined) return undefined;
  const hours = hourOf(Number(hour), half?.toLowerCase());
  const monthIndex = month === undefined ? undefined : months.indexOf(month.toLowerCase());
  if (hours === undefined || Number(minute) > 59 || monthIndex === -1) return undefined;
  const here = new Date(at + offset(at));
  const on = (years: number, ofMonth: number, ofDay: number): number => {
    const wall = Date.UTC(years, ofMonth, ofDay, hours, Number(minute), 59, 999);
    // Around a change of the clock an hour comes twice, or not at all; the later moment is never early.
    const guesses = [wall - offset(wall - dayMs), wall - offset(wall + dayMs)];
    const fitting = guesses.filter((guess) => guess + offset(guess) === wall);
    return Math.max(...(fitting.length > 0 ? fitting : guesses));
  };
  const thisYear = here.getUTCFullYear();
  if (monthIndex !== undefined) {
    const ofYear = (years: number): number | undefined =>
      new Date(Date.UTC(years, monthIndex, Number(day))).getUTCMonth() === monthIndex
        ? on(years, monthIndex, Number(day))
        : undefined;
    if (year !== undefined) return ofYear(Number(year));
    const named = ofYear(thisYear);
    // A day without a year that is long over is one of the next year.
    return named !== undefined && named < at - 180 * dayMs ? ofYear(thisYear + 1) : named;
  }
  const today = on(thisYear, here.getUTCMonth(), here.getUTCDate());
  return today >= at ? today : on(thisYear, here.getUTCMonth(), here.getUTCDate() + 1);
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour < 24 ? hour : undefined;
  return hour >= 1 && hour <= 12 ? (hour % 12) + (half === 'pm' ? 12 : 0) : undefined;
}

/** How far a zone is ahead of UTC at a moment, in ms; undefined for a zone that nobody knows. */
function offsetOf(zone: string): ((at: number) => number) | undefined {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return undefined;
  }
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const of = (part: Intl.DateTimeFormatPartTypes): number => parts.get(part) ?? 0;
    const wall = Date.UTC(
      of('year'),
      of('month') - 1,
      of('day'),
      of('hour'),
      of('minute'),
      of('second'),
    );
    return wall - Math.floor(at / 1000) * 1000;
  };
}
