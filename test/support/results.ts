import type { Hook, Runnable, Runner, Suite, Test } from 'mocha';

export interface TestResult {
  /** Includes the titles of the enclosing suites. */
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly durationMs: number;
  /** Reason of the failure, with the stack, or of the skip. */
  readonly reason?: string;
  /** Description of the state after the failure, in lines. */
  readonly seen?: readonly string[];
}

interface Failure extends TestResult {
  seen?: readonly string[];
}

let untold: Failure | undefined;

/** True after a failure until `describeLastFailure` was called for it. */
export function isFailureUndescribed(): boolean {
  return untold !== undefined;
}

/** Adds a description of the state to the last failure. */
export function describeLastFailure(seen: readonly string[]): void {
  if (untold !== undefined) untold.seen = seen;
  untold = undefined;
}

interface Explained {
  readonly skipReason?: string;
}

/** A list that contains the result of each test once the runner has ended. */
export function collectResults(runner: Runner): readonly TestResult[] {
  const tests: TestResult[] = [];
  const add = (test: Runnable, outcome: TestResult['outcome'], reason?: string): void => {
    const { duration = 0 } = test;
    const explained = reason === undefined ? {} : { reason };
    const result: Failure = {
      title: test.fullTitle(),
      outcome,
      durationMs: duration,
      ...explained,
    };
    tests.push(result);
    if (outcome === 'failed') untold = result;
  };
  runner.on('pass', (test: Test) => add(test, 'passed'));
  runner.on('fail', (test: Test | Hook, error: Error) => add(test, 'failed', describeError(error)));
  runner.on('pending', (test: Test) => add(test, 'skipped', skipReason(test)));
  return tests;
}

/** Message and stack of an error; for a timeout, also the resources that were still open. */
function describeError({ stack, message }: Error): string {
  const text = stack?.includes(message) === true ? stack : `${message}\n${stack ?? ''}`.trimEnd();
  if (!/^Timeout of \d+ms exceeded/.test(message)) return text;
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const open = [...counts].map(([kind, count]) => `${kind} ${String(count)}`).join(', ');
  return `${message}\nOpen: ${open}\n${stack ?? ''}`.trimEnd();
}

function skipReason(test: Test): string {
  const around: (Test | Suite)[] = [test];
  for (let suite = test.parent; suite !== undefined; suite = suite.parent) around.push(suite);
  const named = around.map((part) => (part as Explained).skipReason);
  return named.find((reason) => reason !== undefined) ?? 'no reason given';
}
