import { comingTime } from '../../../../shared/protocol/plausible';
import type { UsageLimit } from '../../../hub/domain/facts/usageLimit';

const dayMs = 86_400_000;
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Matches a limit such as `You've hit your 5-hour limit · resets 3pm (Europe/Berlin)`. */
const reached = /\b(?:hit your|limit reached|out of (?:extra )?usage)\b/iu;
/** `3pm`, `1:45am`, `15:00`, `Nov 27, 11:37am`, `Jan 5, 2027, 3pm`, then the time zone. */
const spokenTime =
  /^(?:([a-z]{3}) (\d{1,2}),? (?:(\d{4}),? )?)?(?:at )?(\d{1,2})(?::(\d\d))? ?([ap]m)? \(([\w/+-]{1,60})\)$/iu;

/**
 * The limit in a text of the client; undefined if it has none. `at` is the time of the text in ms
 * since 1970: a time without a day means its next occurrence. A reset that is not understood keeps
 * only its text.
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
    .map((said) => ({ resetsAt: comingTime(parseTime(said, at), at), said }));
  // With several limits the session continues after the last reset, which is unknown if one of them
  // is not understood.
  return (
    resets.find(({ resetsAt }) => resetsAt === undefined) ??
    resets.toSorted((one, other) => (other.resetsAt ?? 0) - (one.resetsAt ?? 0))[0] ?? {
      resetsAt: undefined,
      said: undefined,
    }
  );
}

/**
 * The time in a text, in ms since 1970: the last moment of its minute, because the client omits the
 * seconds. `at` is the time of the text.
 */
function parseTime(said: string, at: number): number | undefined {
  const found = spokenTime.exec(said);
  if (found === null || !Number.isFinite(at)) return undefined;
  const [, month, day, year, hour = '', minute = '0', amOrPm, zone = ''] = found;
  const offset = offsetOf(zone);
  if (offset === undefined) return undefined;
  const hours = hourOf(Number(hour), amOrPm?.toLowerCase());
  const monthIndex = month === undefined ? undefined : months.indexOf(month.toLowerCase());
  if (hours === undefined || Number(minute) > 59 || monthIndex === -1) return undefined;
  const localTime = new Date(at + offset(at));
  const momentOn = (years: number, ofMonth: number, ofDay: number): number => {
    const wallTime = Date.UTC(years, ofMonth, ofDay, hours, Number(minute), 59, 999);
    // When clocks change, an hour occurs twice or not at all; the later of the two guesses is never
    // too early.
    const guesses = [wallTime - offset(wallTime - dayMs), wallTime - offset(wallTime + dayMs)];
    const fitting = guesses.filter((guess) => guess + offset(guess) === wallTime);
    return Math.max(...(fitting.length > 0 ? fitting : guesses));
  };
  const thisYear = localTime.getUTCFullYear();
  if (monthIndex !== undefined) {
    const ofYear = (years: number): number | undefined =>
      new Date(Date.UTC(years, monthIndex, Number(day))).getUTCMonth() === monthIndex
        ? momentOn(years, monthIndex, Number(day))
        : undefined;
    if (year !== undefined) return ofYear(Number(year));
    const named = ofYear(thisYear);
    // A date without a year that is long past is in the next year.
    return named !== undefined && named < at - 180 * dayMs ? ofYear(thisYear + 1) : named;
  }
  const today = momentOn(thisYear, localTime.getUTCMonth(), localTime.getUTCDate());
  return today >= at
    ? today
    : momentOn(thisYear, localTime.getUTCMonth(), localTime.getUTCDate() + 1);
}

function hourOf(hour: number, amOrPm: string | undefined): number | undefined {
  if (amOrPm === undefined) return hour < 24 ? hour : undefined;
  return hour >= 1 && hour <= 12 ? (hour % 12) + (amOrPm === 'pm' ? 12 : 0) : undefined;
}

/** Offset of a time zone from UTC at a moment, in ms; undefined for an unknown zone. */
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
    const partOf = (part: Intl.DateTimeFormatPartTypes): number => parts.get(part) ?? 0;
    const wallTime = Date.UTC(
      partOf('year'),
      partOf('month') - 1,
      partOf('day'),
      partOf('hour'),
      partOf('minute'),
      partOf('second'),
    );
    return wallTime - Math.floor(at / 1000) * 1000;
  };
}
