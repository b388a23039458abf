import * as path from 'node:path';
import Mocha from 'mocha';
import { timeout } from '../../../.mocharc.json';
import { mochaGlobalTeardown } from '../../support/endOfRun';
import { projectRoot } from '../../support/editor/paths';
import { scaledTimeout } from '../../support/scaledTimeout';
import { collectResults, type TestResult } from '../../support/results';
import { startsSoFar, type StartCounts } from '../../support/startCounts';
import type { SuiteName } from './suites';

/** Requests that a test process runs a file; `'end'` requests that it ends. */
export interface FileRequest {
  readonly suite: SuiteName;
  /** Relative to the project, or absolute. */
  readonly file: string;
  readonly grep: string | undefined;
  /** Environment variables that the tests need. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface FileResults {
  readonly tests: readonly TestResult[];
  /** Duration in ms, including loading the file. */
  readonly wallMs: number;
  /** Processor time of the test process in ms, without programs started by the tests. */
  readonly processorMs: number;
  readonly starts: StartCounts;
}

/** Messages of a test process: the title of the running test, and one final message per file. */
export type FileReport =
  { readonly running: string } | { readonly done: FileResults } | { readonly problem: string };

/** Scales the timeouts of suites, hooks and tests, which are stored in their runnables. */
function stretchLimits(): void {
  const { prototype } = Mocha.Runnable as unknown as {
    readonly prototype: { timeout: (ms?: number) => unknown };
  };
  const set = prototype.timeout;
  prototype.timeout = function (ms) {
    return ms === undefined ? set.call(this) : set.call(this, scaledTimeout(ms));
  };
}

async function runFile({ suite, file, grep, env }: FileRequest): Promise<FileResults> {
  Object.assign(process.env, env);
  const before = { at: performance.now(), usage: process.cpuUsage(), starts: startsSoFar() };
  const tests = await (suite === 'host' ? runInEditor(grep) : runInMocha(file, grep));
  if (tests.length === 0 && grep === undefined) throw new Error('There is no test in it.');
  const { user, system } = process.cpuUsage(before.usage);
  const starts = startsSoFar();
  return {
    tests,
    wallMs: performance.now() - before.at,
    processorMs: (user + system) / 1000,
    starts: {
      bundle: starts.bundle - before.starts.bundle,
      'hub in the test process':
        starts['hub in the test process'] - before.starts['hub in the test process'],
    },
  };
}

async function runInEditor(grep: string | undefined): Promise<readonly TestResult[]> {
  const { runHostSuite } = await import('./hostSuite'); // No other suite needs its imports.
  return runHostSuite(grep);
}

async function runInMocha(file: string, grep: string | undefined): Promise<readonly TestResult[]> {
  const mocha = new Mocha({ timeout, forbidOnly: true, reporter: Silent });
  if (grep !== undefined) mocha.grep(grep);
  mocha.addFile(path.resolve(projectRoot, file));
  await mocha.loadFilesAsync();
  return new Promise((resolve) => {
    const runner = mocha.run(() => {
      mocha.dispose(); // Otherwise its runner would still listen for uncaught errors.
      resolve(tests);
    });
    const tests = collectResults(runner);
    for (const event of ['test', 'hook'] as const) {
      runner.on(event, (running: Mocha.Runnable) => report({ running: running.fullTitle() }));
    }
  });
}

/** A reporter without output: the parent process prints the results. */
class Silent extends Mocha.reporters.Base {}

function report(message: FileReport): void {
  process.send?.(message);
}

function endEarly(): void {
  // Exit listeners end whatever the tests started.
  process.exit(1);
}

stretchLimits();
// The variable is meant for this process, not for programs that tests start.
delete process.env['MALLOC_ARENA_MAX'];
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, endEarly);
process.once('disconnect', endEarly);
process.on('message', (message: FileRequest | 'end') => {
  if (message === 'end') {
    process.off('disconnect', endEarly);
    void mochaGlobalTeardown().finally(() => process.disconnect());
    return;
  }
  runFile(message).then(
    (done) => report({ done }),
    (error: unknown) =>
      report({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
