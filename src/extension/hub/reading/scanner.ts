import type { PriceOverrides } from '../../../shared/protocol/prices';
import type { SessionDetails } from '../../../shared/protocol/protocol';
import type { Log } from '../../util/log';
import { startThread } from '../../util/startThread';
import { nothingSpent } from '../domain/cost/pricing';
import type { ScanAnswer, ScanNews, ScanRequest, ScanThreadData } from './scanNews';

/** A thread that takes longer than this to stop is ended by force, in ms. */
const closeMs = 1_500;
/** Delay before a crashed thread is started again, in ms; it doubles with each crash. */
const restartMs = 1_000;
const maxRestartMs = 5 * 60_000;

/**
 * A file that grows is counted this often, in ms: a turn adds dozens of entries, and each look wakes
 * the thread while the client's hooks wait for the same processors.
 */
const lookMs = 250;

/** The scan's garbage is small and short-lived; the room for it would otherwise grow to 48 MB. */
const resourceLimits = { maxYoungGenerationSizeMb: 4 };

interface Question {
  readonly sessionId: string;
  answer(cost: SessionDetails['cost']): void;
}

/** Methods of a `Worker` that the scanner calls; tests scan for many hubs in one thread. */
export interface ScanThread {
  /** Negative once the thread has ended. */
  readonly threadId: number;
  postMessage(request: ScanRequest): void;
  on(event: 'message', listener: (news: ScanNews | ScanAnswer) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  once(event: 'exit', listener: () => void): unknown;
  terminate(): unknown;
}

/** `script` is the path of the thread's bundle. */
export type StartScan = (script: string, workerData: ScanThreadData) => ScanThread;

const startScanThread: StartScan = (script, workerData) =>
  startThread(script, { workerData, resourceLimits });

const nothing: SessionDetails['cost'] = { byKind: nothingSpent, models: [] };

export interface ScannerParts {
  readonly projects: string;
  readonly cacheFolder: string;
  /** The thread's bundle. */
  readonly script: string;
  /** In place of a thread of its own. */
  readonly startScan?: StartScan | undefined;
  readonly log: Log;
  readonly onNews: (news: ScanNews) => void;
}

/** The scan, in a thread of its own: a crash of it costs its time and nothing else. */
export class Scanner {
  private worker: ScanThread;
  private first: readonly string[] | undefined;
  private prices: PriceOverrides | undefined;
  private lastId = 0;
  /** Questions that wait for their answer, by their number. */
  private readonly asked = new Map<number, Question>();
  /** Files that are to be looked at soon. */
  private readonly grown = new Set<string>();
  private looking: NodeJS.Timeout | undefined;
  private isClosed = false;
  private restart: NodeJS.Timeout | undefined;
  private restartMs = restartMs;

  constructor(private readonly parts: ScannerParts) {
    this.worker = this.start();
  }

  /** Reads everything, these sessions first. */
  begin(first: readonly string[]): void {
    this.first = first;
    this.ask({ type: 'begin', first });
  }

  /** Reads what may have been added to a file. */
  look(file: string): void {
    this.grown.add(file);
    this.looking ??= setTimeout(() => this.lookNow(), lookMs).unref();
  }

  /** Takes the user's own prices. */
  setPrices(prices: PriceOverrides): void {
    this.prices = prices;
    this.ask({ type: 'prices', prices });
  }

  /** The spending of a session; undefined once the scanner is closed. */
  split(sessionId: string): Promise<SessionDetails['cost']> {
    if (this.isClosed) return Promise.resolve(nothing);
    this.lastId += 1;
    const id = this.lastId;
    this.ask({ type: 'split', id, sessionId });
    return new Promise((answer) => this.asked.set(id, { sessionId, answer }));
  }

  /** Settles when what was counted is kept. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.restart);
    this.lookNow(); // What was counted by then is kept.
    for (const id of this.asked.keys()) this.answer(id, nothing);
    const ended = new Promise<void>((resolve) => this.worker.once('exit', () => resolve()));
    if (this.worker.threadId < 0) return; // It has ended already.
    this.ask({ type: 'close' });
    const force = setTimeout(() => void this.worker.terminate(), closeMs);
    await ended;
    clearTimeout(force);
  }

  private lookNow(): void {
    clearTimeout(this.looking);
    this.looking = undefined;
    for (const file of this.grown) this.ask({ type: 'look', file });
    this.grown.clear();
  }

  private start(): ScanThread {
    const { projects, cacheFolder, script, startScan = startScanThread, log, onNews } = this.parts;
    const worker = startScan(script, { projects, cacheFolder });
    worker.on('message', (news: ScanNews | ScanAnswer) => {
      if (news.type === 'split') this.answer(news.id, news.cost);
      else if (!this.isClosed) onNews(news);
    });
    worker.on('error', (error) => {
      log.error(`The scan of transcripts crashed: ${error.stack ?? error.message}`);
    });
    worker.once('exit', () => {
      if (this.isClosed) return;
      this.restart = setTimeout(() => {
        this.worker = this.start();
        if (this.prices !== undefined) this.setPrices(this.prices);
        if (this.first !== undefined) this.begin(this.first);
        for (const [id, { sessionId }] of this.asked) this.ask({ type: 'split', id, sessionId });
      }, this.restartMs);
      this.restartMs = Math.min(maxRestartMs, this.restartMs * 2);
    });
    return worker;
  }

  private answer(id: number, cost: SessionDetails['cost']): void {
    this.asked.get(id)?.answer(cost);
    this.asked.delete(id);
  }

  private ask(request: ScanRequest): void {
    this.worker.postMessage(request);
  }
}
