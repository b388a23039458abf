import { language, t } from './l10n';

/** Formats the duration of a state as `12s`, `4m`, `3h 05m`, `2d 4h`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours}h ${String(minutes % 60).padStart(2, '0')}m`;
  return `${Math.floor(hours / 24)}d ${hours % 24}h`;
}

/** Formats the remaining time, in ms, as `1:56`; `0:00` at its end. */
export function formatCountdown(milliseconds: number): string {
  const left = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}

const dayMs = 86_400_000;

/**
 * Date formats, created at their first use, because the first format in a process takes about 10
 * ms.
 */
let dateFormats: Readonly<Record<'thisYear' | 'anotherYear', Intl.DateTimeFormat>> | undefined;

/** `now`, `12m ago`, `5h ago`, `3d ago`, `Mar 12`, `Mar 12, 2025`; empty for an invalid date. */
export function formatAgo(at: string, now: number): string {
  const then = new Date(at);
  const age = now - then.getTime();
  if (Number.isNaN(age)) return '';
  if (age < 60_000) return t('now');
  if (age < 3_600_000) return t('{0}m ago', Math.floor(age / 60_000));
  if (age < dayMs) return t('{0}h ago', Math.floor(age / 3_600_000));
  if (age < 7 * dayMs) return t('{0}d ago', Math.floor(age / dayMs));
  const isThisYear = then.getFullYear() === new Date(now).getFullYear();
  dateFormats ??= {
    thisYear: new Intl.DateTimeFormat(language(), { month: 'short', day: 'numeric' }),
    anotherYear: new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }),
  };
  return dateFormats[isThisYear ? 'thisYear' : 'anotherYear'].format(then);
}

const timeFormats: Record<'minutes' | 'seconds', Intl.DateTimeFormat | undefined> = {
  minutes: undefined,
  seconds: undefined,
};

/** Formats a time of day, in ms since 1970, in the user's language: `2:05 PM`, `14:05`. */
export function formatTime(at: number, to: 'minutes' | 'seconds' = 'minutes'): string {
  timeFormats[to] ??= new Intl.DateTimeFormat(language(), {
    hour: 'numeric',
    minute: '2-digit',
    ...(to === 'seconds' && { second: '2-digit' }),
  });
  return timeFormats[to].format(at);
}

let exactFormat: Intl.DateTimeFormat | undefined;

/**
 * Formats a time with its seconds: `2:05:09 PM`, `Mar 1, 2026, 2:05:09 PM` on another day; empty
 * for an invalid date.
 */
export function formatExactTime(iso: string, now: number): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  if (at.toDateString() === new Date(now).toDateString())
    return formatTime(at.getTime(), 'seconds');
  exactFormat ??= new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'medium' });
  return exactFormat.format(at);
}

/**
 * Formats a past or future time, in ms since 1970: `3:00 PM`, `Thu 3:00 PM` on another day, `Dec 4,
 * 3:00 PM` from six days away; empty for an invalid date, which another machine may send.
 */
export function formatMoment(at: number, now: number): string {
  if (Number.isNaN(new Date(at).getTime())) return '';
  const time = { hour: 'numeric', minute: '2-digit' } as const;
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  const isNear = Math.abs(at - now) < 6 * dayMs;
  const day = isNear
    ? ({ weekday: 'short' } as const)
    : ({ month: 'short', day: 'numeric' } as const);
  const options = isToday ? time : { ...day, ...time };
  return new Intl.DateTimeFormat(language(), options).format(at);
}

/** `950`, `12.3k`, `1.2M`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(Math.round(tokens));
  if (tokens < 999_950) return `${(tokens / 1000).toFixed(1)}k`;
  return `${(tokens / 1_000_000).toFixed(1)}M`;
}

/** `$0.42`, `≈$0.42` for an estimate, `<$0.01` for less than a cent. */
export function formatUsd(usd: number, estimated = false): string {
  const sign = estimated ? '≈' : '';
  if (usd > 0 && usd < 0.01) return `${sign}<$0.01`;
  return `${sign}$${usd.toFixed(2)}`;
}

/**
 * `formatUsd`, with `no price` if no price is known, and `≥$0.42` if a part of the cost has no
 * price.
 */
export function formatCost({ totalUsd, estimated = false, unpriced = false }: ShownCost): string {
  if (!unpriced) return formatUsd(totalUsd, estimated);
  return totalUsd === 0 ? t('no price') : `≥${formatUsd(totalUsd)}`;
}

interface ShownCost {
  readonly totalUsd: number;
  readonly estimated?: boolean | undefined;
  readonly unpriced?: boolean | undefined;
}

/** `claude-sonnet-4-5-20250929` as `Sonnet 4.5`; a name in a different format unchanged. */
export function formatModel(model: string): string {
  const current = /^claude-([a-z]+)-(\d+)(?:-(\d{1,2}))?(?:-\d{8})?(?:$|\[)/.exec(model);
  const older = /^claude-(\d+)(?:-(\d{1,2}))?-([a-z]+)(?:-\d{8})?(?:$|\[)/.exec(model);
  const family = current?.[1] ?? older?.[3];
  if (family === undefined) return model;
  const version = current ? [current[2], current[3]] : [older?.[1], older?.[2]];
  const name = `${family.charAt(0).toUpperCase()}${family.slice(1)} ${version.filter(Boolean).join('.')}`;
  return /\[1m\]$/i.test(model) ? `${name} (1M)` : name;
}

/** A path under the home folder as `~/…`; `home` may be empty. */
export function formatPath(path: string, home: string): string {
  if (home === '' || !path.startsWith(home)) return path;
  const rest = path.slice(home.length);
  return rest === '' || /^[\\/]/.test(rest) ? `~${rest}` : path;
}
