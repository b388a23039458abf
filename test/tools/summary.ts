import type { PartResults, TestResult } from '../support/results';

/** How one suite went. Without results it broke off, which counts as one failure. */
export interface SuiteOutcome {
  readonly suite: string;
  readonly results: readonly TestResult[] | undefined;
  readonly files?: PartResults['files'] | undefined;
  readonly starts?: PartResults['starts'] | undefined;
  /** Said of a suite that failed beyond what its results tell; counts as one failure. */
  readonly problem?: string;
}

export interface Summary {
  readonly text: string;
  readonly failed: boolean;
}

/** Tests that may pass only at their second try; more of them fail the run. */
const mostUnsteady = 6;

/** Of a failure's reason. */
const mostLines = 14;
const mostPlaces = 2;
const mostCharacters = 240;

/** The end of a test run; its last line is the counts alone. */
export function summarize(outcomes: readonly SuiteOutcome[]): Summary {
  const lines: string[] = [''];
  let [passed, failed, skipped, unsteady] = [0, 0, 0, 0];
  for (const { suite, results, problem } of outcomes) {
    const count = (outcome: TestResult['outcome']): number =>
      results?.filter((result) => result.outcome === outcome).length ?? 0;
    const brokeOff = results === undefined || problem !== undefined;
    passed += count('passed') + count('unsteady');
    unsteady += count('unsteady');
    failed += count('failed') + (brokeOff ? 1 : 0);
    skipped += count('skipped');
    for (const { title, outcome, reason } of results ?? []) {
      if (outcome !== 'passed') lines.push(`${outcome}: ${suite}: ${title}: ${shortened(reason)}`);
    }
    if (brokeOff) lines.push(`failed: ${suite}: ${problem ?? 'it ended without results'}`);
  }
  if (unsteady > 0) lines.push(`${unsteady} unsteady: passed only at the second try`);
  if (unsteady > mostUnsteady) {
    lines.push(`failed: all: more than ${mostUnsteady} tests are unsteady`);
    failed += 1;
  }
  const counts = [`${String(passed)} passed`, `${String(failed)} failed`];
  if (skipped > 0) counts.push(`${String(skipped)} skipped`);
  const ran = passed + failed > 0;
  if (!ran) lines.push('Nothing ran.');
  lines.push(counts.join(', '));
  return { text: lines.join('\n'), failed: failed > 0 || !ran };
}

/** What a failure is known by, where nothing but the end of a run's output is kept. */
function shortened(reason = ''): string {
  const lines = reason.split('\n').filter((line) => line.trim() !== '');
  const isPlace = (line: string): boolean => /^\s+at /.test(line);
  const message = lines.filter((line) => !isPlace(line)).slice(0, mostLines);
  const places = lines
    .filter((line) => isPlace(line) && /\btest\//.test(line))
    .slice(0, mostPlaces);
  const shown = [...message, ...places].map((line) => line.slice(0, mostCharacters));
  return shown.join('\n    ');
}
