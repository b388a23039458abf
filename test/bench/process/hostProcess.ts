import { fork, type ChildProcess } from 'node:child_process';
import type { ReachableHub } from '../../../src/extension/util/hub/reachableHub';
import { freePort } from '../../support/hub/wire/freePorts';
import type { Bundles } from '../bundles';
import type { FromHost, HostOptions, HostReport, Progress, ToHost } from '../host/messages';

/** Time without a change, in ms, after which the measurement ends as incomplete. */
const quietMs = 15_000;
const longestMs = 15 * 60_000;

/** Folder for processor profiles of the host, for development. */
const profile = process.env['BENCH_PROFILE'];

export interface Arrival {
  /** False if the board stopped changing before it showed everything. */
  readonly complete: boolean;
  /** Time in ms after the start at which the last part was seen; up to 20 ms too late. */
  readonly at: number;
}

/** A separate process that runs a window with its hub, or only the hub or the scan. */
export class HostProcess implements AsyncDisposable {
  private readonly child: ChildProcess;
  private readonly listeners = new Set<(message: FromHost) => void>();
  /** Message about the end of the process; undefined while it runs. */
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

  /** Creates a process that has loaded its code but started nothing. */
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
    this.send({ type: 'start' });
  }

  /** Starts the hub in the mode `hub`; resolves when it listens. */
  async startHub(): Promise<ReachableHub> {
    const listening = this.next('listening');
    this.start();
    return listening;
  }

  /**
   * Starts the scan in the mode `scan`; resolves with the tokens of all days when everything was
   * counted.
   */
  async scan(): Promise<number> {
    const scanned = this.next('scanned');
    this.start();
    return (await scanned).tokens;
  }

  /** Resolves when the board has reached the wanted state, or has not changed for `quietMs`. */
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
        const isReached = (Object.keys(wanted) as (keyof Progress)[]).every(
          (key) => progress[key] >= wanted[key],
        );
        if (isReached) finish({ complete: true, at });
      };
      this.listeners.add(listen);
    });
  }

  /** Starts the host, and resolves as `arrival` does. */
  startUntil(wanted: Progress): Promise<Arrival> {
    const arrival = this.arrival(wanted);
    this.start();
    return arrival;
  }

  async report(): Promise<HostReport> {
    const report = this.next('report');
    this.send({ type: 'report' });
    return (await report).report;
  }

  async close(): Promise<void> {
    if (this.ended !== undefined) return;
    const exit = new Promise<void>((resolve) => this.child.once('exit', () => resolve()));
    this.send({ type: 'close' });
    const force = setTimeout(() => this.child.kill('SIGKILL'), 10_000);
    await exit;
    clearTimeout(force);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  private send(message: ToHost): void {
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
