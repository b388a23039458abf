/** Counts of a test run as its runner printed them. */
export interface TestSummary {
  readonly runner: string;
  readonly passed?: number | undefined;
  readonly failed?: number | undefined;
  readonly skipped?: number | undefined;
  readonly ok: boolean | undefined;
  /** True where `ok` rests on a line that is not there, so that a filter may have taken it away. */
  readonly isByAbsence?: boolean;
}

/** Reads the summary of one kind of runner from lines without colours. */
export type SummaryReader = (lines: readonly string[]) => TestSummary | undefined;

export interface Reading {
  /** The runners whose commands it reads; the first is its name where a script ran it. */
  readonly runners: readonly string[];
  readonly read: SummaryReader;
  /** True where it is too vague for a run whose runner is not known. */
  readonly isVague?: boolean;
}

/** The groups of the last line that matches. */
export function lastMatch(lines: readonly string[], pattern: RegExp): RegExpExecArray | undefined {
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const found = pattern.exec(lines[index] ?? '');
    if (found !== null) return found;
  }
  return undefined;
}

export function matches(lines: readonly string[], pattern: RegExp): readonly RegExpExecArray[] {
  const found = lines.map((line) => pattern.exec(line));
  return found.filter((one) => one !== null);
}

/** The number of a group; undefined where it took part in no match. */
export function count(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

const part = /^(\d{1,9}) ([a-z][a-z ]{0,40})$/i;

/** Reads `1 failed, 2 passed`; undefined where a part is no number with its word. */
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

/** The sum of some words' counts; undefined where none of them is there. */
export function sumOf(
  counts: ReadonlyMap<string, number>,
  ...words: readonly string[]
): number | undefined {
  const found = words.map((word) => counts.get(word)).filter((one) => one !== undefined);
  return found.length === 0 ? undefined : found.reduce((sum, one) => sum + one, 0);
}
