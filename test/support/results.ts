import { writeFileSync } from 'node:fs';
import type { Hook, Runnable, Runner, Suite, Test } from 'mocha';

export interface TestResult {
  /** With the titles of the suites around it. */
  readonly title: string;
  /** `unsteady`: failed at first and passed when it was tried again. */
  readonly outcome: 'passed' | 'failed' | 'skipped' | 'unsteady';
  readonly durationMs: number;
  /** Why it failed, with the stack, also only at first, or was skipped. */
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
  const retried = new Map<string, string>();
  runner.on('retry', (test: Test, error: Error) => {
    retried.set(test.fullTitle(), told(error));
    console.log(`First try of “${test.title}”: ${told(error)}`);
  });
  runner.on('pass', (test: Test) => {
    const reason = retried.get(test.fullTitle());
    add(test, reason === undefined ? 'passed' : 'unsteady', reason);
  });
  runner.on('fail', (test: Test | Hook, error: Error) =>
    add(test, 'failed', retried.get(test.fullTitle()) ?? told(error)),
  );
  runner.on('pending', (test: Test) => add(test, 'skipped', skipReason(test)));
  runner.once('end', () => writeFileSync(file, JSON.stringify(results, undefined, 2)));
}

/** Its message, and where it was thrown. */
function told({ stack, message }: Error): string {
  return stack?.includes(message) === true ? stack : `${message}\n${stack ?? ''}`.trimEnd();
}

function skipReason(test: Test): string {
  const around: (Test | Suite)[] = [test];
  for (let suite = test.parent; suite !== undefined; suite = suite.parent) around.push(suite);
  const named = around.map((part) => (part as Explained).skipReason);
  return named.find((reason) => reason !== undefined) ?? 'no reason given';
}
