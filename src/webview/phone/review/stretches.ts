import type { DiffLine } from '../../diff/diffLines';

/** Successive lines of a diff; long runs of unchanged lines are folded. */
export interface LineStretch {
  /** Index of the stretch's first line in the diff. */
  readonly start: number;
  readonly lines: readonly DiffLine[];
  readonly isFolded: boolean;
}

/** Number of unchanged lines shown around a change. */
const context = 3;
/** Minimum number of lines to fold; fewer take no more room unfolded. */
const minFoldedLines = 4;
/**
 * Maximum number of lines of a change in one stretch, so that invisible stretches need not be
 * rendered.
 */
const maxStretchLines = 200;
/** Number of lines of a long change or an unfolded part that are shown at once. */
export const linesAtOnce = 1_000;

/** Splits a diff that contains every line of the file into stretches. */
export function stretchesOf(lines: readonly DiffLine[]): readonly LineStretch[] {
  const near = nearChange(lines);
  const found: LineStretch[] = [];
  let start = 0;
  while (start < lines.length) {
    const isNear = near[start] === true;
    const maxEnd = Math.min(lines.length, isNear ? start + maxStretchLines : lines.length);
    let end = start + 1;
    while (end < maxEnd && near[end] === near[start]) end += 1;
    found.push({ start, lines: lines.slice(start, end), isFolded: !isNear });
    start = end;
  }
  return found.map((one) =>
    one.isFolded && one.lines.length < minFoldedLines ? { ...one, isFolded: false } : one,
  );
}

/** The stretches up to a number of lines, not counting folded ones. */
export function withinLimit(
  stretches: readonly LineStretch[],
  most: number,
): readonly LineStretch[] {
  let left = most;
  const end = stretches.findIndex(({ lines, isFolded }) => {
    if (left <= 0) return true;
    if (!isFolded) left -= lines.length;
    return false;
  });
  return end < 0 ? stretches : stretches.slice(0, end);
}

/**
 * Unfolds the stretches that start at one of `open`; a long one is unfolded only in part, and the
 * rest starts after that part.
 */
export function unfolded(
  stretches: readonly LineStretch[],
  open: ReadonlySet<number>,
): readonly LineStretch[] {
  return stretches.flatMap((one) => {
    if (!one.isFolded || !open.has(one.start)) return [one];
    const most = one.lines.length < linesAtOnce + minFoldedLines ? one.lines.length : linesAtOnce;
    const rest = partOf(one, most, one.lines.length);
    const parts = Array.from({ length: Math.ceil(most / maxStretchLines) }, (_, at) => ({
      ...partOf(one, at * maxStretchLines, Math.min(most, (at + 1) * maxStretchLines)),
      isFolded: false,
    }));
    return rest.lines.length === 0 ? parts : [...parts, ...unfolded([rest], open)];
  });
}

function partOf(stretch: LineStretch, from: number, to: number): LineStretch {
  return { ...stretch, start: stretch.start + from, lines: stretch.lines.slice(from, to) };
}

/** The line number that is shown; for a removed line its old number. */
export function numberOf({ newLine, oldLine }: DiffLine): number | undefined {
  return newLine ?? oldLine;
}

/** Number of digits of the largest line number shown. */
export function digitsOf(lines: readonly DiffLine[]): number {
  return String(lines.reduce((most, line) => Math.max(most, numberOf(line) ?? 0), 0)).length;
}

/** True for each line that changed or is near a changed line. */
function nearChange(lines: readonly DiffLine[]): readonly boolean[] {
  const near = lines.map(() => false);
  for (const [at, { sign }] of lines.entries()) {
    if (sign === ' ') continue;
    const from = Math.max(0, at - context);
    near.fill(true, from, Math.min(lines.length, at + context + 1));
  }
  return near;
}
