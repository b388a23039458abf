import type { PriceOverrides } from '../../../shared/protocol/settings/prices';
import type { Log } from '../../util/log';
import { startThread } from '../../util/thread/startThread';
import type {
  ReadingQuestion,
  FromReading,
  QuestionName,
  Questions,
  ReadingNews,
  ReadingRequest,
  ReadingThreadData,
  TextNews,
} from './messages';

/** Time in ms after which a thread that has not stopped ends itself. */
const closeMs = 1_500;
/** Further time in ms after which it is terminated, which may abort the process; see `endSelfIn`. */
const forceMs = 1_000;
/** Delay before a crashed thread is restarted, in ms; doubled with each crash. */
const restartMs = 1_000;
const maxRestartMs = 5 * 60_000;

/**
 * Interval in ms at which a growing file is counted: a turn adds dozens of entries, and each count
 * wakes the thread while the client's hooks need the same processors.
 */
const countMs = 250;

/**
 * Limits the young generation, which would grow to 48 MB although most garbage is small and
 * short-lived.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 8 };

/** The used members of a `Worker`; tests replace it to read for many hubs in one thread. */
export interface ReadingThread {
  /** Id of the thread; negative once it has ended. */
  readonly threadId: number;
  postMessage(request: ReadingRequest): void;
  on(event: 'message', listener: (message: FromReading) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  once(event: 'exit', listener: () => void): unknown;
  terminate(): unknown;
}

/** `script` is the path of the thread's bundle. */
export type StartReading = (script: string, workerData: ReadingThreadData) => ReadingThread;

const startReadingThread: StartReading = (script, workerData) =>
  startThread(script, { workerData, resourceLimits });

export interface ReadingParts extends ReadingThreadData {
  /** Path of the thread's bundle. */
  readonly script: string;
  /** Replaces the thread in tests. */
  readonly startReading?: StartReading | undefined;
  readonly log: Log;
  readonly onNews: (news: ReadingNews) => void;
}

/** A pending answer. */
export interface PendingAnswer<Answer> {
  readonly answer: Promise<Answer>;
  /** Cancels the question; no answer is reported after that. */
  readonly cancel: () => void;
}

interface Question {
  readonly ask: ReadingQuestion;
  onEvent(event: TextNews): void;
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** Reads all transcripts in a separate thread, which is restarted if it crashes. */
export class TranscriptReading {
  private worker: ReadingThread | undefined;
  private first: readonly string[] | undefined;
  private prices: PriceOverrides | undefined;
  private lastId = 0;
  /** Unanswered questions by their id. */
  private readonly pending = new Map<number, Question>();
  /** Files that may have new lines, sent to the thread together after `countMs`. */
  private readonly grown = new Set<string>();
  private countTimer: NodeJS.Timeout | undefined;
  private isClosed = false;
  private restart: NodeJS.Timeout | undefined;
  private restartMs = restartMs;

  constructor(private readonly parts: ReadingParts) {
    this.start();
  }

  /** Counts all transcripts, those of the sessions in `first` before others. */
  begin(first: readonly string[]): void {
    this.first = first;
    this.post({ type: 'begin', first });
  }

  /** Reads a file to which lines may have been added. */
  countSoon(file: string): void {
    this.grown.add(file);
    this.countTimer ??= setTimeout(() => this.sendGrown(), countMs).unref();
  }

  /** Sets the user's own prices. */
  setPrices(prices: PriceOverrides): void {
    this.prices = prices;
    this.post({ type: 'prices', prices });
  }

  /**
   * Reads new transcripts of past sessions in advance, so that the first question does not wait.
   */
  readNewPast(): void {
    this.post({ type: 'warm' });
  }

  /** Asks a question. The answer rejects when the thread crashes or is closed. */
  ask<Name extends QuestionName>(
    name: Name,
    request: Questions[Name]['request'],
    onEvent: (event: TextNews) => void = () => undefined,
  ): PendingAnswer<Questions[Name]['answer']> {
    this.lastId += 1;
    const id = this.lastId;
    const answer = new Promise<Questions[Name]['answer']>((resolve, reject) => {
      if (this.isClosed) return reject(closedError());
      const ask = { type: 'ask', id, name, request } as ReadingQuestion;
      this.pending.set(id, { ask, onEvent, resolve, reject });
      // A question restarts a crashed thread at once, without the delay.
      if (this.worker === undefined) this.start();
      else this.post(ask);
    });
    const cancel = (): void => {
      if (this.pending.delete(id)) this.post({ type: 'cancel', id });
    };
    return { answer, cancel };
  }

  /** Stops the thread; resolves when its results are stored. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.restart);
    this.sendGrown(); // So that the stored counts include these files.
    this.failAll(closedError());
    const { worker } = this;
    if (worker === undefined || worker.threadId < 0) return; // The thread has already ended.
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    this.post({ type: 'close', withinMs: closeMs });
    const force = setTimeout(() => void worker.terminate(), closeMs + forceMs);
    await ended;
    clearTimeout(force);
  }

  private sendGrown(): void {
    clearTimeout(this.countTimer);
    this.countTimer = undefined;
    for (const file of this.grown) this.post({ type: 'look', file });
    this.grown.clear();
  }

  private start(): void {
    clearTimeout(this.restart);
    const { configHome, agents, cacheFolder, restMs, script, log } = this.parts;
    const { startReading = startReadingThread } = this.parts;
    const worker = startReading(script, { configHome, agents, cacheFolder, restMs });
    this.worker = worker;
    worker.on('message', (message) => this.handle(message));
    worker.on('error', (error) => {
      log.error(`The reading of transcripts crashed: ${error.stack ?? error.message}`);
    });
    worker.once('exit', () => {
      if (this.isClosed) return;
      this.worker = undefined;
      // A search may have caused the crash, so it is not repeated; only `split` is asked again.
      this.failAll(new Error('The search ended'), 'split');
      this.restart = setTimeout(() => this.start(), this.restartMs);
      this.restartMs = Math.min(maxRestartMs, this.restartMs * 2);
    });
    if (this.prices !== undefined) this.setPrices(this.prices);
    if (this.first !== undefined) this.begin(this.first);
    for (const { ask } of this.pending.values()) this.post(ask);
  }

  private handle(message: FromReading): void {
    switch (message.type) {
      case 'event':
        this.pending.get(message.id)?.onEvent(message.event);
        break;
      case 'answer':
        this.pending.get(message.id)?.resolve(message.answer);
        this.pending.delete(message.id);
        break;
      case 'failed':
        this.parts.log.error(`The reading of transcripts failed: ${message.reason}`);
        this.pending.get(message.id)?.reject(new Error(message.reason));
        this.pending.delete(message.id);
        break;
      default:
        if (!this.isClosed) this.parts.onNews(message);
    }
  }

  private failAll(error: Error, spared?: QuestionName): void {
    for (const [id, question] of this.pending) {
      if (question.ask.name === spared) continue;
      this.pending.delete(id);
      question.reject(error);
    }
  }

  private post(request: ReadingRequest): void {
    this.worker?.postMessage(request);
  }
}

function closedError(): Error {
  return new Error('The hub is closing');
}
