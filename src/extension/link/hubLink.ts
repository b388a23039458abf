import type { Disposable } from '../util/lifetime';
import type { Log } from '../util/log';
import { routes, type Budget } from '../../shared/protocol';
import { BoardReplica } from './boardReplica';
import { findHub } from './findHub';
import type { HubActions } from './hubActions';
import { postIntent, reconnecting, type ReachableHub } from './hubCalls';
import { HubWorker } from './hubWorker';
import { StreamClient } from './streamClient';

/** Waits between attempts, in ms: short first, because the next hub is a window away. */
const retryMs = [50, 100, 250, 500, 1_000, 2_000];

/** A hub that lived this long was a good one; one that crashes sooner is started again ever less often, in ms. */
const stableMs = 10_000;

export interface HubLinkOptions {
  readonly configHome: string;
  /** The hub's bundle. */
  readonly script: string;
  readonly log: Log;
  readonly ports?: readonly number[];
}

/** Keeps this window's board fed: follows the machine's hub, or is it. */
export class HubLink implements Disposable, HubActions {
  readonly board = new BoardReplica();
  private worker: HubWorker | undefined;
  private stream: StreamClient | undefined;
  private retry: NodeJS.Timeout | undefined;
  private attempts = 0;
  private connectedAt = 0;
  private disposed = false;
  private lastProblem = '';
  /** Set while the stream is live. */
  private hub: ReachableHub | undefined;
  private budget: Budget | undefined;

  constructor(private readonly options: HubLinkOptions) {}

  async archive(sessionId: string, archived: boolean): Promise<void> {
    if (this.hub === undefined) throw new Error(reconnecting);
    const route = `${routes.sessions}/${encodeURIComponent(sessionId)}/archive`;
    await postIntent(this.hub, route, { archived });
  }

  setBudget(budget: Budget): void {
    this.budget = budget;
    void this.sendBudget();
  }

  start(): void {
    void this.connect();
  }

  /** Stops at once; `shutdown` also waits for the worker. */
  dispose(): void {
    void this.shutdown();
  }

  async shutdown(): Promise<void> {
    this.disposed = true;
    clearTimeout(this.retry);
    this.stream?.dispose();
    this.board.dispose();
    await this.worker?.close();
  }

  private async connect(): Promise<void> {
    try {
      const found = await findHub(this.options.configHome, this.options.ports);
      if (this.disposed) return;
      if (found.kind === 'follow') this.read(found.url, found.token);
      else if (found.kind === 'host') await this.host(found.port);
      else this.again(found.reason);
    } catch (error) {
      this.again(error instanceof Error ? error.message : String(error));
    }
  }

  private async host(port: number): Promise<void> {
    const { script, configHome, log } = this.options;
    // One that no longer answers must not go on beside the next.
    await this.worker?.close();
    if (this.disposed) return;
    const worker = new HubWorker(script, configHome, port, log);
    this.worker = worker;
    void worker.ended.then(() => {
      if (this.worker === worker) this.worker = undefined;
    });
    const start = await worker.started;
    if (this.disposed) return;
    if (start.kind === 'listening') this.read(start.url, start.token);
    else this.again(start.kind === 'occupied' ? 'another window was first' : start.message);
  }

  private read(url: string, token: string): void {
    this.stream = new StreamClient(url, token, {
      onEvent: (event) => {
        if (event.type === 'snapshot') this.connected({ url, token });
        this.board.apply(event);
      },
      onEnd: (reason) => this.again(`The hub at ${url} is gone: ${reason}`),
    });
  }

  private connected(hub: ReachableHub): void {
    this.hub = hub;
    void this.sendBudget();
    this.connectedAt = performance.now();
    this.lastProblem = '';
    const role = this.worker === undefined ? 'follows the hub' : 'is the hub';
    this.options.log.info(`This window ${role} at ${hub.url}`);
  }

  private async sendBudget(): Promise<void> {
    if (this.hub === undefined || this.budget === undefined) return;
    try {
      await postIntent(this.hub, routes.budget, this.budget);
    } catch (error) {
      this.options.log.warn(`The budget was not taken: ${String(error)}`);
    }
  }

  private again(reason: string): void {
    if (this.disposed) return;
    if (this.hub !== undefined && performance.now() - this.connectedAt > stableMs)
      this.attempts = 0;
    this.stream?.dispose();
    this.stream = undefined;
    this.hub = undefined;
    if (this.board.connection === 'live') this.board.setConnection('offline');
    if (reason !== this.lastProblem) this.options.log.warn(reason);
    this.lastProblem = reason;
    const wait = retryMs[Math.min(this.attempts, retryMs.length - 1)] ?? 1_000;
    this.attempts += 1;
    // Spread over half the wait, so that windows do not move in step.
    const spread = wait * (0.75 + Math.random() / 2);
    clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.connect(), spread);
  }
}
