import type { DiffLine } from '../../diff/diffLines';

/** Lines of a diff that stand together; those that nobody changed are folded where there are many. */
export interface LineStretch {
  /** Index of its first line among all lines of the diff. */
  readonly start: number;
  readonly lines: readonly DiffLine[];
  readonly isFolded: boolean;
}

/** Unchanged lines that are shown around a change. */
const context = 3;
/** Fewer lines than these take no less room folded. */
const worthFolding = 4;
/** Lines of a long change that are one stretch: what is not in sight need not be drawn. */
const longest = 200;
/** Lines that are shown at once of a long change, or of what was folded, until more are wanted. */
export const linesAtOnce = 1_000;

/** Splits the lines of a whole file. */
export function stretchesOf(lines: readonly DiffLine[]): readonly LineStretch[] {
  const near = nearChange(lines);
  const found: LineStretch[] = [];
  let start = 0;
  while (start < lines.length) {
    const isNear = near[start] === true;
    const most = Math.min(lines.length, isNear ? start + longest : lines.length);
    let end = start + 1;
    while (end < most && near[end] === near[start]) end += 1;
    found.push({ start, lines: lines.slice(start, end), isFolded: !isNear });
    start = end;
  }
  return found.map((one) =>
    one.isFolded && one.lines.length < worthFolding ? { ...one, isFolded: false } : one,
  );
}

/** The stretches up to this number of lines, without those that are folded. */
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

/** Unfolds the stretches that begin at one of `open`: of a long one some lines, the rest begins where they end. */
export function unfolded(
  stretches: readonly LineStretch[],
  open: ReadonlySet<number>,
): readonly LineStretch[] {
  return stretches.flatMap((one) => {
    if (!one.isFolded || !open.has(one.start)) return [one];
    const most = one.lines.length < linesAtOnce + worthFolding ? one.lines.length : linesAtOnce;
    const rest = partOf(one, most, one.lines.length);
    const parts = Array.from({ length: Math.ceil(most / longest) }, (_, at) => ({
      ...partOf(one, at * longest, Math.min(most, (at + 1) * longest)),
      isFolded: false,
    }));
    return rest.lines.length === 0 ? parts : [...parts, ...unfolded([rest], open)];
  });
}

function partOf(stretch: LineStretch, from: number, to: number): LineStretch {
  return { ...stretch, start: stretch.start + from, lines: stretch.lines.slice(from, to) };
}

/** The number that is drawn beside a line: that of a line that went is the one that it had. */
export function numberOf({ newLine, oldLine }: DiffLine): number | undefined {
  return newLine ?? oldLine;
}

/** Digits of the largest number that is drawn beside the lines. */
export function digitsOf(lines: readonly DiffLine[]): number {
  return String(lines.reduce((most, line) => Math.max(most, numberOf(line) ?? 0), 0)).length;
}

/** True for each line that changed, or stands near one that did. */
function nearChange(lines: readonly DiffLine[]): readonly boolean[] {
  const near = lines.map(() => false);
  for (const [at, { sign }] of lines.entries()) {
    if (sign === ' ') continue;
    const from = Math.max(0, at - context);
    near.fill(true, from, Math.min(lines.length, at + context + 1));
  }
  return near;
}
