import { Worker } from 'node:worker_threads';
import type { FromHubWorker, HubWorkerData, ToHubWorker } from '../util/hubWorker';
import type { Log } from '../util/log';
import type { ReachableHub } from '../util/reachableHub';

export type HubStart =
  | ({ readonly kind: 'listening' } & ReachableHub)
  | { readonly kind: 'occupied' }
  | { readonly kind: 'failed'; readonly message: string };

/** A worker is ended by force when it takes longer than this to stop, in ms. */
const closeMs = 2_000;

/** This window's hub, in a worker thread of its own. */
export class HubWorker {
  private readonly worker: Worker;
  private closing = false;
  /** Settles once: when it listens, or when it cannot. */
  readonly started: Promise<HubStart>;
  /** Settles when the thread has ended, for whatever reason. */
  readonly ended: Promise<void>;

  constructor(
    script: string,
    configHome: string,
    port: number,
    log: Log,
    onCrash = (crash: string): void => log.error(`The hub crashed: ${crash}`),
  ) {
    const workerData: HubWorkerData = { kind: 'missionControlHub', configHome, port };
    this.worker = new Worker(script, { workerData, env: process.env, stdout: false });
    this.ended = new Promise((resolve) => this.worker.once('exit', () => resolve()));
    this.started = new Promise((resolve) => {
      this.worker.on('message', (message: FromHubWorker) => {
        switch (message.type) {
          case 'log':
            // A window that closes has closed its log before the thread has ended.
            if (this.closing) break;
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

  /** Their signatures count at this hub from now on. */
  know(publicKeys: readonly string[]): void {
    const message: ToHubWorker = { type: 'keys', publicKeys };
    this.worker.postMessage(message);
  }

  async close(): Promise<void> {
    this.closing = true;
    const request: ToHubWorker = { type: 'close' };
    this.worker.postMessage(request);
    const force = setTimeout(() => void this.worker.terminate(), closeMs);
    await this.ended;
    clearTimeout(force);
  }
}
