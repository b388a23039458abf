import type { PriceOverrides } from '../../../shared/protocol/prices';
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

/** Most garbage is small and short-lived; the room for it would otherwise grow to 48 MB. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 };

/** Methods of a `Worker` that are called; tests read for many hubs in one thread. */
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
  /** The thread's bundle. */
  readonly script: string;
  /** Reads in place of a thread of its own, for tests. */
  readonly startReading?: StartReading | undefined;
  readonly log: Log;
  readonly onNews: (news: ReadingNews) => void;
}

/** An answer that is waited for. */
export interface Asked<Answer> {
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

/** The reading of all transcripts, in a thread of its own: a crash of it costs its time and nothing else. */
export class TranscriptReading {
  private worker: ReadingThread | undefined;
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

  constructor(private readonly parts: ReadingParts) {
    this.start();
  }

  /** Counts everything, these sessions first. */
  begin(first: readonly string[]): void {
    this.first = first;
    this.post({ type: 'begin', first });
  }

  /** Reads what may have been added to a file. */
  countSoon(file: string): void {
    this.grown.add(file);
    this.looking ??= setTimeout(() => this.sendGrown(), lookMs).unref();
  }

  /** Takes the user's own prices. */
  setPrices(prices: PriceOverrides): void {
    this.prices = prices;
    this.post({ type: 'prices', prices });
  }

  /** Reads what is new in the past, so that the first question finds it read. */
  warm(): void {
    this.post({ type: 'warm' });
  }

  /** The answer rejects when the thread crashes, or is closed. */
  ask<Name extends QuestionName>(
    name: Name,
    request: Questions[Name]['request'],
    onEvent: (event: TextNews) => void = () => undefined,
  ): Asked<Questions[Name]['answer']> {
    this.lastId += 1;
    const id = this.lastId;
    const answer = new Promise<Questions[Name]['answer']>((resolve, reject) => {
      if (this.isClosed) return reject(closing());
      const ask = { type: 'ask', id, name, request } as ReadingQuestion;
      this.asked.set(id, { ask, onEvent, resolve, reject });
      // Nobody waits until a crashed thread is started by itself.
      if (this.worker === undefined) this.start();
      else this.post(ask);
    });
    const cancel = (): void => {
      if (this.asked.delete(id)) this.post({ type: 'cancel', id });
    };
    return { answer, cancel };
  }

  /** Settles when what was read is kept. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.restart);
    this.sendGrown(); // What was counted by then is kept.
    this.failAll(closing());
    const { worker } = this;
    if (worker === undefined || worker.threadId < 0) return; // It has ended already.
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    this.post({ type: 'close' });
    const force = setTimeout(() => void worker.terminate(), closeMs);
    await ended;
    clearTimeout(force);
  }

  private sendGrown(): void {
    clearTimeout(this.looking);
    this.looking = undefined;
    for (const file of this.grown) this.post({ type: 'look', file });
    this.grown.clear();
  }

  private start(): void {
    clearTimeout(this.restart);
    const { configHome, cacheFolder, restMs, script, log } = this.parts;
    const { startReading = startReadingThread } = this.parts;
    const worker = startReading(script, { configHome, cacheFolder, restMs });
    this.worker = worker;
    worker.on('message', (message) => this.handle(message));
    worker.on('error', (error) => {
      log.error(`The reading of transcripts crashed: ${error.stack ?? error.message}`);
    });
    worker.once('exit', () => {
      if (this.isClosed) return;
      this.worker = undefined;
      // It may have crashed by a search; what a session cost is asked again.
      this.failAll(new Error('The search ended'), 'split');
      this.restart = setTimeout(() => this.start(), this.restartMs);
      this.restartMs = Math.min(maxRestartMs, this.restartMs * 2);
    });
    if (this.prices !== undefined) this.setPrices(this.prices);
    if (this.first !== undefined) this.begin(this.first);
    for (const { ask } of this.asked.values()) this.post(ask);
  }

  private handle(message: FromReading): void {
    switch (message.type) {
      case 'event':
        this.asked.get(message.id)?.onEvent(message.event);
        break;
      case 'answer':
        this.asked.get(message.id)?.resolve(message.answer);
        this.asked.delete(message.id);
        break;
      case 'failed':
        this.parts.log.error(`The reading of transcripts failed: ${message.reason}`);
        this.asked.get(message.id)?.reject(new Error(message.reason));
        this.asked.delete(message.id);
        break;
      default:
        if (!this.isClosed) this.parts.onNews(message);
    }
  }

  private failAll(error: Error, spared?: QuestionName): void {
    for (const [id, question] of this.asked) {
      if (question.ask.name === spared) continue;
      this.asked.delete(id);
      question.reject(error);
    }
  }

  private post(request: ReadingRequest): void {
    this.worker?.postMessage(request);
  }
}

function closing(): Error {
  return new Error('The hub is closing');
}
