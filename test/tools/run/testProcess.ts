import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import * as path from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { projectRoot } from '../../support/editor/paths';
import { slownessVariable } from '../../support/scaledTimeout';
import { originVariable } from '../../support/processes/origin';
import { killLeftBehind } from './leftBehind';
import type { FileRun } from './summary';
import { suites, type SuiteName } from './suites';
import type { FileReport, FileRequest, FileResults } from './testProcessMain';

/**
 * A file that takes longer than this hangs: the slowest take a minute or two on an idle machine.
 */
const fileLimitMinutes = 15;
/** Time for a process to end after a request, in ms. */
const endLimitMs = 60_000;
const killLimitMs = 10_000;
/** Heap limit of a test process, in megabytes. */
const heapLimit = 1_536;
/**
 * Size of the young generation in megabytes: tests produce much short-lived garbage, which a larger
 * one collects less often.
 */
const young = 16;
/**
 * Growth of the heap, in percent, between full collections. Starting a program copies the page
 * tables of the test process: with 500 MB that takes longer than many programs run.
 */
const heapGrowth = 30;

export interface TestProcessOptions {
  readonly grep: string | undefined;
  readonly interrupted: AbortSignal;
  readonly env: (suite: SuiteName) => FileRequest['env'];
  /** Receives each line that the process writes, prefixed with the file that it runs. */
  readonly print: (line: string) => void;
  /** Receives the id of each process that is started. */
  readonly started?: (pid: number | undefined) => void;
  /** Creates a signal that is aborted once a file hangs. */
  readonly fileLimit?: () => AbortSignal;
  readonly endLimitMs?: number;
  /** Factor for all timeouts; 1 if absent. */
  readonly slowness?: number;
  /** Time for programs started by its files to end after it, in ms. */
  readonly leftLimitMs?: number;
}

/** The suite and the path within it. */
export function titleOf(suite: SuiteName, file: string): string {
  return `${suite} ${path.relative(suites[suite].folder, file).replace(/\.test\.ts$/, '')}`;
}

/**
 * Runs test files one after the other in one child process, so that they share loaded modules and
 * their state. After a file that hangs or ends the process the next file gets a new one. Each
 * process leads a process group, which is killed with it.
 */
export class TestProcess {
  private child: ChildProcess | undefined;
  private ended: Promise<string | undefined> = Promise.resolve(undefined);
  private last = '';

  constructor(private readonly options: TestProcessOptions) {}

  async run(suite: SuiteName, file: string): Promise<FileRun> {
    const { interrupted, grep, env } = this.options;
    if (interrupted.aborted) return { suite, file, problem: 'interrupted' };
    const child = (this.child ??= this.start());
    this.last = titleOf(suite, file);
    let running = '';
    let reason: string | undefined;
    const stop = (why: string): void => {
      reason ??= why;
      this.kill(child);
    };
    const limit = this.options.fileLimit?.() ?? defaultLimit(this.options.slowness);
    const expire = (): void => stop(`hangs: it took longer than ${fileLimitMinutes} min`);
    const interrupt = (): void => stop('was interrupted');
    limit.addEventListener('abort', expire);
    interrupted.addEventListener('abort', interrupt);
    try {
      const reported = new Promise<FileResults | string>((resolve) => {
        child.on('message', (message: FileReport) => {
          if ('running' in message) running = message.running;
          if ('problem' in message) resolve(`${this.last}: ${message.problem}`);
          if ('done' in message) resolve(message.done);
        });
      });
      child.send({ suite, file, grep, env: env(suite) } satisfies FileRequest, () => undefined);
      const ended = this.ended.then((ending = 'exit code 0') => {
        this.child = undefined;
        const during = running === '' ? '' : ` during "${running}"`;
        return `${this.last} ${reason ?? `broke off (${ending})`}${during}`;
      });
      const result = await Promise.race([reported, ended]);
      if (typeof result === 'string') return { suite, file, problem: result };
      await setImmediate(); // Its last lines are printed under its own title.
      return { suite, file, results: result };
    } finally {
      limit.removeEventListener('abort', expire);
      interrupted.removeEventListener('abort', interrupt);
      child.removeAllListeners('message');
    }
  }

  /**
   * Lets the process end; returns a problem that occurred after its last file, such as a program
   * that its files left behind.
   */
  async end(): Promise<string | undefined> {
    const { child } = this;
    if (child === undefined) return undefined;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.kill(child);
    }, this.options.endLimitMs ?? endLimitMs);
    child.send('end', () => undefined);
    const ending = await this.ended;
    clearTimeout(timer);
    this.child = undefined;
    if (isLate) return `the process that ended with ${this.last} did not end by itself`;
    return ending === undefined ? undefined : `${this.last} was followed by ${ending}`;
  }

  private start(): ChildProcess {
    const origin = randomUUID();
    const child = fork(path.join(__dirname, 'testProcessMain.ts'), {
      cwd: projectRoot,
      execArgv: [
        `--max-old-space-size=${heapLimit}`,
        `--min-semi-space-size=${young}`,
        `--max-semi-space-size=${young}`,
        `--heap-growing-percent=${heapGrowth}`,
        '--import',
        'tsx',
      ],
      // A single arena of the C library for all threads saves memory.
      env: {
        ...process.env,
        MALLOC_ARENA_MAX: '1',
        [originVariable]: origin,
        [slownessVariable]: String(this.options.slowness ?? 1),
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: process.platform !== 'win32',
    });
    this.options.started?.(child.pid);
    for (const input of [child.stdout, child.stderr]) {
      if (input === null) continue;
      createInterface({ input }).on('line', (line) => this.options.print(`${this.last} | ${line}`));
    }
    this.ended = new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => {
        killGroup(child);
        const ending = code === 0 ? undefined : (signal ?? `exit code ${code}`);
        void killLeftBehind(origin, this.options.leftLimitMs).then(([left]) =>
          resolve(ending ?? (left === undefined ? undefined : `a program that it left: ${left}`)),
        );
      });
    });
    return child;
  }

  private kill(child: ChildProcess): void {
    child.kill('SIGINT');
    const timer = setTimeout(() => killGroup(child), killLimitMs);
    void this.ended.then(() => clearTimeout(timer));
  }
}

function defaultLimit(slowness = 1): AbortSignal {
  return AbortSignal.timeout(Math.ceil(fileLimitMinutes * 60_000 * slowness));
}

/** Kills the programs that a test process left behind, and the process itself if it still runs. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // All of these processes have already ended.
  }
}
