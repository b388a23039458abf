/** Counts of a test run as its runner printed them. */
export interface TestSummary {
  readonly runner: string;
  readonly passed?: number | undefined;
  readonly failed?: number | undefined;
  readonly skipped?: number | undefined;
  readonly ok: boolean | undefined;
  /** True if `ok` was concluded from a missing line, which a filter may have removed. */
  readonly isByAbsence?: boolean;
}

/** Reads the summary of one kind of runner from lines without colours. */
export type SummaryReader = (lines: readonly string[]) => TestSummary | undefined;

export interface SummaryFormat {
  /** The runners with this format; the first one is the name shown for a script. */
  readonly runners: readonly string[];
  readonly read: SummaryReader;
  /** True if the format is too vague for an unknown runner. */
  readonly isVague?: boolean;
}

/** The capture groups of the last matching line. */
export function lastMatch(lines: readonly string[], pattern: RegExp): RegExpExecArray | undefined {
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const found = pattern.exec(lines[index] ?? '');
    if (found !== null) return found;
  }
  return undefined;
}

export function allMatches(lines: readonly string[], pattern: RegExp): readonly RegExpExecArray[] {
  const found = lines.map((line) => pattern.exec(line));
  return found.filter((one) => one !== null);
}

/** The number in a capture group; undefined if the group did not match. */
export function captureCount(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

const part = /^(\d{1,9}) ([a-z][a-z ]{0,40})$/i;

/** Reads `1 failed, 2 passed`; undefined if a part is not a number with a word. */
export function countsOf(list: string, separator: string): ReadonlyMap<string, number> | undefined {
  const counts = new Map<string, number>();
  for (const text of list.split(separator)) {
    const found = part.exec(text.trim());
    if (found === null) return undefined;
    const word = (found[2] ?? '').toLowerCase();
    counts.set(word, (counts.get(word) ?? 0) + Number(found[1]));
  }
  return counts;
}

/** The sum of the counts of some words; undefined if none occurs. */
export function sumOf(
  counts: ReadonlyMap<string, number>,
  ...words: readonly string[]
): number | undefined {
  const found = words.map((word) => counts.get(word)).filter((one) => one !== undefined);
  return found.length === 0 ? undefined : found.reduce((sum, one) => sum + one, 0);
}
