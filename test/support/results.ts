import { writeFileSync } from 'node:fs';
import type { Hook, Runnable, Runner, Suite, Test } from 'mocha';
import { startsSoFar, type StartCounts } from './startCounts';

export interface TestResult {
  /** With the titles of the suites around it. */
  readonly title: string;
  /** The path of the file that ran. */
  readonly file: string;
  /** `unsteady`: failed at first and passed when its file was run again. */
  readonly outcome: 'passed' | 'failed' | 'skipped' | 'unsteady';
  readonly durationMs: number;
  /** Why it failed, with the stack, also only at first, or was skipped. */
  readonly reason?: string;
}

/** How long the suites of a file took, their hooks included. */
export interface FileTime {
  readonly file: string;
  readonly wallMs: number;
  /** Processor time of the process that ran the tests, without what they started. */
  readonly processorMs: number;
}

/** What one test process leaves behind. */
export interface PartResults {
  readonly tests: readonly TestResult[];
  readonly files: readonly FileTime[];
  readonly starts: StartCounts;
}

interface Explained {
  readonly skipReason?: string;
}

/** Writes the results once, at the end: a file that is missing tells of a run that broke off. */
export function writeResults(runner: Runner, output: string): void {
  const tests: TestResult[] = [];
  const add = (test: Runnable, outcome: TestResult['outcome'], reason?: string): void => {
    const { file = '', duration = 0 } = test;
    const told = reason === undefined ? {} : { reason };
    tests.push({ title: test.fullTitle(), file, outcome, durationMs: duration, ...told });
  };
  runner.on('pass', (test: Test) => add(test, 'passed'));
  runner.on('fail', (test: Test | Hook, error: Error) => add(test, 'failed', told(error)));
  runner.on('pending', (test: Test) => add(test, 'skipped', skipReason(test)));
  const files = timeFiles(runner);
  runner.once('end', () => {
    const results: PartResults = { tests, files: files(), starts: startsSoFar() };
    writeFileSync(output, JSON.stringify(results, undefined, 2));
  });
}

/** Measures the outermost suites, which run one after the other. */
function timeFiles(runner: Runner): () => readonly FileTime[] {
  const times = new Map<string, FileTime>();
  let begun = { at: performance.now(), usage: process.cpuUsage() };
  const isOutermost = (suite: Suite): boolean => suite.parent?.root === true;
  runner.on('suite', (suite: Suite) => {
    if (isOutermost(suite)) begun = { at: performance.now(), usage: process.cpuUsage() };
  });
  runner.on('suite end', (suite: Suite) => {
    if (!isOutermost(suite)) return;
    const { file = '' } = suite;
    const { user, system } = process.cpuUsage(begun.usage);
    const before = times.get(file);
    times.set(file, {
      file,
      wallMs: performance.now() - begun.at + (before?.wallMs ?? 0),
      processorMs: (user + system) / 1000 + (before?.processorMs ?? 0),
    });
  });
  return () => [...times.values()];
}
/** Its message, and where it was thrown; of a test that took too long, what was still open. */
function told({ stack, message }: Error): string {
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
