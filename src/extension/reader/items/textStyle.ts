import { formatPath } from '../../../shared/words/format';
import { language } from '../../../shared/words/l10n';

/** Formats times and paths. */
export interface TextStyle {
  /** `20:25:11`. */
  readonly clock: (at: number) => string;
  /** `Friday, 20 November 2026`. */
  readonly day: (at: number) => string;
  /** A path relative to the session's project. */
  readonly relative: (path: string) => string;
}

/**
 * Creates the formats for a project. Without `timeZone`, which tests pass, they use that of the
 * editor.
 */
export function textStyle(projectPath: string, home: string, timeZone?: string): TextStyle {
  const zone = timeZone === undefined ? {} : { timeZone };
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', ...zone });
  const day = new Intl.DateTimeFormat(language() === 'en' ? 'en-GB' : language(), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    ...zone,
  });
  const dayOf = new Map<number, string>();
  return {
    clock: (at) => clock.format(at),
    day: (at) => {
      // Time zone offsets are multiples of a quarter of an hour, so all times within one are on the
      // same day.
      const quarter = Math.floor(at / 900_000);
      const known = dayOf.get(quarter);
      if (known !== undefined) return known;
      const text = dayText(day.formatToParts(at));
      dayOf.set(quarter, text);
      return text;
    },
    relative: (path) => relativePath(path, projectPath, home),
  };
}

/** Joins the parts itself, because versions of the engine place commas differently. */
function dayText(parts: readonly Intl.DateTimeFormatPart[]): string {
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((candidate) => candidate.type === type)?.value ?? '';
  return `${part('weekday')}, ${part('day')} ${part('month')} ${part('year')}`;
}

function relativePath(path: string, projectPath: string, home: string): string {
  const rest = path.slice(projectPath.length);
  const inside = projectPath !== '' && path.startsWith(projectPath) && /^[\\/]./.test(rest);
  return inside ? rest.slice(1) : formatPath(path, home);
}
