import { writeFileSync } from 'node:fs';
import type { Hook, Runnable, Runner, Suite, Test } from 'mocha';

export interface TestResult {
  /** With the titles of the suites around it. */
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly durationMs: number;
  /** Why it failed or was skipped. */
  readonly reason?: string;
}

interface Explained {
  readonly skipReason?: string;
}

/** Writes the results once, at the end: a file that is missing tells of a run that broke off. */
export function writeResults(runner: Runner, file: string): void {
  const results: TestResult[] = [];
  const add = (test: Runnable, outcome: TestResult['outcome'], reason?: string): void => {
    const title = test.fullTitle();
    const durationMs = test.duration ?? 0;
    results.push({ title, outcome, durationMs, ...(reason === undefined ? {} : { reason }) });
  };
  runner.on('pass', (test: Test) => add(test, 'passed'));
  runner.on('fail', (test: Test | Hook, error: Error) => add(test, 'failed', error.message));
  runner.on('pending', (test: Test) => add(test, 'skipped', skipReason(test)));
  runner.once('end', () => writeFileSync(file, JSON.stringify(results, undefined, 2)));
}

function skipReason(test: Test): string {
  const around: (Test | Suite)[] = [test];
  for (let suite = test.parent; suite !== undefined; suite = suite.parent) around.push(suite);
  const named = around.map((part) => (part as Explained).skipReason);
  return named.find((reason) => reason !== undefined) ?? 'no reason given';
}
