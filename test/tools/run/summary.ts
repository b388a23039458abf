import type { TestResult } from '../../support/results';
import type { SuiteName } from './suites';
import type { FileResults } from './testProcessMain';

/** Result of a test file; without a file, a problem outside of all files. */
export interface FileRun {
  readonly suite?: SuiteName;
  readonly file?: string;
  readonly results?: FileResults;
  /** Processor time of the test process and its children while the file ran, in ms. */
  readonly processorMs?: number;
  /** A problem that the results do not contain; counts as one failure. */
  readonly problem?: string;
}

export interface Summary {
  readonly text: string;
  readonly failed: boolean;
}

/** Limits for printing the reason of a failure. */
const mostLines = 14;
const mostPlaces = 2;
const mostCharacters = 240;

/** Summary of a test run; the last line has only the counts. */
export function summarize(runs: readonly FileRun[]): Summary {
  const lines: string[] = [''];
  let [passed, failed, skipped] = [0, 0, 0];
  for (const { suite = 'all', results, problem } of runs) {
    const tests = results?.tests ?? [];
    const count = (outcome: TestResult['outcome']): number =>
      tests.filter((result) => result.outcome === outcome).length;
    passed += count('passed');
    failed += count('failed') + (problem === undefined ? 0 : 1);
    skipped += count('skipped');
    for (const { title, outcome, reason, seen = [] } of tests) {
      if (outcome === 'passed') continue;
      lines.push(`${outcome}: ${suite}: ${title}: ${shortened(reason)}`);
      for (const line of seen.slice(0, mostLines))
        lines.push(`    ${line.slice(0, mostCharacters)}`);
    }
    if (problem !== undefined) lines.push(`failed: ${suite}: ${shortened(problem)}`);
  }
  const counts = [`${String(passed)} passed`, `${String(failed)} failed`];
  if (skipped > 0) counts.push(`${String(skipped)} skipped`);
  const ran = passed + failed > 0;
  if (!ran) lines.push('Nothing ran.');
  lines.push(counts.join(', '));
  return { text: lines.join('\n'), failed: failed > 0 || !ran };
}

/** The essential part of a failure's reason, for logs that keep only the end of the output. */
export function shortened(reason = ''): string {
  const lines = reason.split('\n').filter((line) => line.trim() !== '');
  const isPlace = (line: string): boolean => /^\s+at /.test(line);
  const message = lines.filter((line) => !isPlace(line)).slice(0, mostLines);
  const places = lines
    .filter((line) => isPlace(line) && /\btest\//.test(line))
    .slice(0, mostPlaces);
  const shown = [...message, ...places].map((line) => line.slice(0, mostCharacters));
  return shown.join('\n    ');
}

/** Lines to print after a file's tests have ended; none for a file without tests. */
export function fileLines({ results, problem }: FileRun, withTitles: boolean): readonly string[] {
  if (problem !== undefined) return [`failed: ${problem}`];
  const { tests = [], wallMs = 0 } = results ?? {};
  if (tests.length === 0) return [];
  const shown = tests.filter(({ outcome }) => withTitles || outcome === 'failed');
  const counts = (['passed', 'failed', 'skipped'] as const).flatMap((outcome) => {
    const count = tests.filter((test) => test.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${outcome}`];
  });
  return [
    ...shown.map(({ outcome, title, reason = '' }) => `${outcome}: ${title} ${reason}`.trimEnd()),
    `${counts.join(', ')} in ${(wallMs / 1000).toFixed(1)} s`,
  ];
}
