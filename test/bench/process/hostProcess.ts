import { fork, type ChildProcess } from 'node:child_process';
import type { ReachableHub } from '../../../src/extension/util/hub/reachableHub';
import { freePort } from '../../support/hub/wire/freePorts';
import type { Bundles } from '../bundles';
import type { FromHost, HostOptions, HostReport, Progress, ToHost } from '../host/messages';

/** Time without a change, in ms, after which the measurement ends as incomplete. */
const quietMs = 15_000;
const longestMs = 15 * 60_000;

/** For development. */
const profile = process.env['BENCH_PROFILE'];

export interface Arrival {
  /** False where the board stopped changing before it showed everything. */
  readonly complete: boolean;
  /** When the last of it was seen, ms after the start, up to 20 ms late. */
  readonly at: number;
}

/** A host in a process of its own: a window with its hub, or the hub alone. */
export class HostProcess implements AsyncDisposable {
  private readonly child: ChildProcess;
  private readonly listeners = new Set<(message: FromHost) => void>();
  /** Set once it is known that the process ended. */
  private ended: string | undefined;

  private constructor(options: HostOptions, bundles: Bundles) {
    this.child = fork(bundles.host, [JSON.stringify(options)], {
      execArgv:
        profile === undefined
          ? []
          : ['--cpu-prof', '--cpu-prof-interval=200', `--cpu-prof-dir=${profile}`],
    });
    this.child.on('message', (message: FromHost) => {
      for (const listener of this.listeners) listener(message);
    });
    this.child.once('exit', (code, signal) => {
      this.ended = `the host process ended with ${signal ?? `exit code ${String(code)}`}`;
      const message = this.ended;
      for (const listener of this.listeners) listener({ type: 'failed', message });
    });
  }

  /** A fresh process that has loaded everything and started nothing. */
  static async ready(
    bundles: Bundles,
    options: Pick<HostOptions, 'mode' | 'configHome'> & Partial<HostOptions>,
  ): Promise<HostProcess> {
    const port = await freePort();
    const host = new HostProcess(
      { watch: false, views: false, stalls: false, port, hubScript: bundles.hub, ...options },
      bundles,
    );
    await host.next('ready');
    return host;
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('The host process has not started');
    return this.child.pid;
  }

  start(): void {
    this.tell({ type: 'start' });
  }

  /** In the mode `hub`. */
  async startHub(): Promise<ReachableHub> {
    const listening = this.next('listening');
    this.start();
    return listening;
  }

  /** In the mode `scan`: starts, and resolves when everything was counted, with the tokens of all days. */
  async scan(): Promise<number> {
    const scanned = this.next('scanned');
    this.start();
    return (await scanned).tokens;
  }

  /** Resolves when the board shows at least this much, or nothing new for long. */
  async arrival(wanted: Progress): Promise<Arrival> {
    let last = '';
    let changedAt = 0;
    let heardAt = performance.now();
    const startedAt = heardAt;
    return new Promise((resolve, reject) => {
      // Uses this process's clock, since a board that makes no progress sends nothing.
      const waiting = setInterval(() => {
        const now = performance.now();
        if (now - heardAt > quietMs || now - startedAt > longestMs)
          finish({ complete: false, at: changedAt });
      }, 1_000);
      const stop = (): void => {
        clearInterval(waiting);
        this.listeners.delete(listen);
      };
      const finish = (arrival: Arrival): void => {
        stop();
        resolve(arrival);
      };
      const listen = (message: FromHost): void => {
        if (message.type === 'failed') {
          stop();
          reject(new Error(message.message));
        }
        if (message.type !== 'progress') return;
        const { at, progress } = message;
        const text = JSON.stringify(progress);
        if (text !== last) {
          changedAt = at;
          heardAt = performance.now();
        }
        last = text;
        const isThere = (Object.keys(wanted) as (keyof Progress)[]).every(
          (key) => progress[key] >= wanted[key],
        );
        if (isThere) finish({ complete: true, at });
      };
      this.listeners.add(listen);
    });
  }

  /** Starts, and waits for that. */
  startUntil(wanted: Progress): Promise<Arrival> {
    const arrival = this.arrival(wanted);
    this.start();
    return arrival;
  }

  async report(): Promise<HostReport> {
    const report = this.next('report');
    this.tell({ type: 'report' });
    return (await report).report;
  }

  async close(): Promise<void> {
    if (this.ended !== undefined) return;
    const exit = new Promise<void>((resolve) => this.child.once('exit', () => resolve()));
    this.tell({ type: 'close' });
    const force = setTimeout(() => this.child.kill('SIGKILL'), 10_000);
    await exit;
    clearTimeout(force);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  private tell(message: ToHost): void {
    this.child.send(message);
  }

  private next<T extends FromHost['type']>(type: T): Promise<Extract<FromHost, { type: T }>> {
    return new Promise((resolve, reject) => {
      const listen = (message: FromHost): void => {
        if (message.type !== type && message.type !== 'failed') return;
        this.listeners.delete(listen);
        if (message.type === type) resolve(message as Extract<FromHost, { type: T }>);
        else if (message.type === 'failed') reject(new Error(message.message));
      };
      this.listeners.add(listen);
    });
  }
}
