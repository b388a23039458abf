import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { FromHub } from '../../shared/protocol/hubProcess';
import type { HubWorkerData, ToHubWorker } from '../util/hub/hubWorker';
import type { Log } from '../util/log';
import { startThread } from '../util/thread/startThread';
import type { TrustedKeys } from '../util/keys/editorKeys';
import type { HostedHub, HubStart, HubStartOptions } from './hostedHub';

/** Close limit, in ms: a worker that takes longer to stop ends itself. */
const defaultCloseMs = 2_000;

/** Time after the close limit, in ms, until a worker whose code is stuck is terminated. */
const terminationDelayMs = 1_000;

/** Waiting time for the end of a terminated thread, as a multiple of the close limit. */
const terminationFactor = 10;

/**
 * Limit of V8's young generation, in MB: a hub's start parses much and retains little, but V8 would
 * keep 48 MB for it.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 24 };

/** This window's hub, in a worker thread of its own. */
export class HubWorker implements HostedHub {
  readonly outlives = false;
  private readonly worker: Worker;
  private isClosing = false;
  readonly started: Promise<HubStart>;
  readonly ended: Promise<void>;

  constructor(
    script: string,
    options: HubStartOptions,
    log: Log,
    onCrash = (crash: string): void => log.error(`The hub crashed: ${crash}`),
    private readonly closeMs = defaultCloseMs,
  ) {
    const workerData: HubWorkerData = { kind: 'missionControlHub', ...options };
    this.worker = startThread(script, { workerData, env: process.env, resourceLimits });
    this.ended = new Promise((resolve) => this.worker.once('exit', () => resolve()));
    this.started = new Promise((resolve) => {
      this.worker.on('message', (message: FromHub) => {
        switch (message.type) {
          case 'log':
            // A closing window closes its log before the thread has ended.
            if (this.isClosing) break;
            for (const { level, message: text } of message.lines) log[level](text);
            break;
          case 'listening':
            resolve({ kind: 'listening', ...message.hub });
            break;
          case 'occupied':
            resolve({ kind: 'occupied' });
            break;
          case 'failed':
            resolve({ kind: 'failed', message: message.message });
            break;
        }
      });
      this.worker.once('error', (error) => {
        onCrash(error.stack ?? error.message);
        resolve({ kind: 'failed', message: error.message });
      });
      void this.ended.then(() => resolve({ kind: 'failed', message: 'The hub ended at once' }));
    });
  }

  setTrusted({ publicKeys, phones, removed }: TrustedKeys): void {
    this.post({ type: 'keys', publicKeys: [...publicKeys] });
    this.post({ type: 'phones', phones: [...phones], removed: [...removed] });
  }

  drop(publicKeys: readonly string[]): void {
    this.post({ type: 'dropKeys', publicKeys: [...publicKeys] });
  }

  async close(): Promise<void> {
    this.isClosing = true;
    this.post({ type: 'close', withinMs: this.closeMs });
    if (await this.endsWithin(this.closeMs + terminationDelayMs)) return;
    void this.worker.terminate();
    // A thread cannot end while a system call hangs, as when a network file system is unreachable.
    await this.endsWithin(terminationFactor * this.closeMs);
  }

  private async endsWithin(ms: number): Promise<boolean> {
    const timeout = new AbortController();
    const ended = this.ended.then(() => true);
    const isEnded = await Promise.race([ended, delay(ms, false, { signal: timeout.signal })]);
    timeout.abort();
    return isEnded;
  }

  private post(message: ToHubWorker): void {
    this.worker.postMessage(message);
  }
}
