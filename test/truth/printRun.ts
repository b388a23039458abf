import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { IsolatedHome } from '../support/claude/isolatedHome';
import type { ScriptedApi } from '../support/claude/scriptedApi';
import { agentWorkChanges } from './agentWork';
import { truths, type Truth, type TruthChange } from './truth';

const markers = /\[\[([\w-]+)\]\]/g;

/**
 * A run of the client with `-p`. It works from its first request until it has printed its answer.
 */
export class PrintRun {
  private printedAt: number | undefined;
  private endedAt: number | undefined;
  /** State of the session after this process has ended; another process may continue it. */
  endsAs: Truth = truths.closed;

  constructor(
    readonly sessionId: string,
    private readonly child: ChildProcess,
    private readonly api: ScriptedApi,
    private readonly typed: ReadonlySet<string>,
  ) {
    child.stdout?.once('data', () => {
      this.printedAt = Date.now();
    });
    child.once('exit', () => {
      this.endedAt = Date.now();
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async ends(): Promise<void> {
    if (this.endedAt === undefined) await once(this.child, 'exit');
  }

  /** Lets time pass. */
  async goesOn(ms: number): Promise<void> {
    await pause(ms);
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  truth(): Map<string, TruthChange[]> {
    const work = agentWorkChanges(this.api.requests, (marker) => this.typed.has(marker), []);
    const ended = this.endedAt ?? Infinity;
    const printed = this.printedAt ?? ended;
    const changes = work.filter(({ at }) => at < printed);
    if (printed < ended) changes.push({ at: printed, truth: truths.leaving });
    if (this.endedAt !== undefined) changes.push({ at: this.endedAt, truth: this.endsAs });
    return new Map([[this.sessionId, changes]]);
  }

  dispose(): void {
    this.child.kill('SIGKILL');
  }
}

/** Starts a `-p` run. Its session gets a random id, unless the arguments resume a session. */
export function startPrint(
  command: string,
  api: ScriptedApi,
  home: IsolatedHome,
  prompt: string,
  args: readonly string[],
): PrintRun {
  const resumed = args[args.indexOf('--resume') + 1];
  const sessionId = args.includes('--resume') && resumed !== undefined ? resumed : randomUUID();
  const identity = args.includes('--resume') ? [] : ['--session-id', sessionId];
  const child = spawn(command, ['-p', prompt, ...identity, ...args], {
    cwd: home.project,
    env: home.environment(api.url),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const typed = new Set([...prompt.matchAll(markers)].map(([, marker = '']) => marker));
  return new PrintRun(sessionId, child, api, typed);
}
