import type { Worker } from 'node:worker_threads';
import type {
  HistoryPage as Found,
  HistoryEntry,
  TextEvent,
} from '../../../../shared/protocol/history';
import type { Disposable } from '../../../util/lifetime';
import { toDisposable } from '../../../util/lifetime';
import type { Log } from '../../../util/log';
import { startThread } from '../../../util/startThread';
import type {
  FromHistoryThread,
  HistoryThreadData,
  MarkWords,
  ToHistoryThread,
} from './threadMessages';

/** A thread that nobody asks anything more ends after so long, in ms, and gives its memory back. */
const idleMs = 60_000;

/** Keeps V8's room for short-lived values small: a search's garbage would let it grow to 48 MB. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 };

/** A thread that takes longer than this to stop, in ms, is terminated. */
const closeMs = 2_000;

export interface HistoryParts {
  /** The bundle of the thread that searches. */
  readonly script: string;
  readonly projects: string;
  readonly cacheFolder: string;
  readonly costOf: (sessionId: string) => HistoryEntry['cost'];
  readonly marks: {
    /** What is set on a session and its project; `title` is a given name. */
    of(session: HistoryEntry): Partial<Pick<HistoryEntry, 'title' | 'pinned' | 'tags'>>;
    readonly words: MarkWords;
  };
  readonly log: Log;
  readonly idleMs?: number;
}

/** Follows a search in texts; the last call is `end` or `fail`. */
export interface TextListener {
  onEvent(event: TextEvent): void;
  onFail(error: Error): void;
}

interface Asked {
  /** `last`: nobody has asked anything else, and what is known is kept. */
  answer(message: FromHistoryThread): 'done' | 'more' | 'last';
  fail(error: Error): void;
}

/**
 * All sessions of the past. A thread of its own looks, reads and searches, so that no hook waits for
 * it; it is started when it is needed, and what it knows is kept on the disk between.
 */
export class History implements Disposable {
  private worker: Worker | undefined;
  private readonly asked = new Map<number, Asked>();
  private lastId = 0;
  private idle: NodeJS.Timeout | undefined;
  private disposed = false;

  constructor(private readonly parts: HistoryParts) {}

  /** Reads what is new now, so that the first question finds it read. */
  warm(): void {
    if (this.disposed) return;
    const isAlone = this.worker === undefined;
    const id = this.ask({
      answer: ({ type }) => {
        if (type !== 'warmed') return 'more';
        return isAlone && this.lastId === id ? 'last' : 'done';
      },
      fail: () => undefined, // Nobody waits for it.
    });
    this.post({ type: 'warm', id });
  }

  search(query: string, limit: number, tokens?: string): Promise<Found> {
    return new Promise((resolve, reject) => {
      const id = this.ask({
        answer: (message) => {
          if (message.type !== 'found') return 'more';
          const { sessions, total, complete } = message;
          resolve({ sessions: sessions.map((one) => this.finished(one)), total, complete });
          return 'done';
        },
        fail: reject,
      });
      this.post({ type: 'search', id, query, tokens, limit, marks: this.parts.marks.words });
    });
  }

  /** Undefined where no transcript has that id. */
  session(sessionId: string): Promise<HistoryEntry | undefined> {
    return new Promise((resolve, reject) => {
      const id = this.ask({
        answer: (message) => {
          if (message.type !== 'session') return 'more';
          resolve(message.session && this.finished(message.session));
          return 'done';
        },
        fail: reject,
      });
      this.post({ type: 'session', id, sessionId });
    });
  }

  /** Disposing ends the search; nothing is told after. */
  searchText(query: string, limit: number, listener: TextListener, tokens?: string): Disposable {
    const id = this.ask({
      answer: (message) => {
        switch (message.type) {
          case 'hit': {
            const session = this.finished(message.hit.session);
            listener.onEvent({ type: 'hit', data: { ...message.hit, session } });
            return 'more';
          }
          case 'progress':
            listener.onEvent({ type: 'progress', data: message.progress });
            return 'more';
          case 'end':
            listener.onEvent({ type: 'end', data: { more: message.more } });
            return 'done';
          default:
            return 'more';
        }
      },
      fail: (error) => listener.onFail(error),
    });
    this.post({ type: 'searchText', id, query, tokens, limit });
    return toDisposable(() => {
      if (!this.asked.delete(id)) return;
      this.post({ type: 'cancel', id });
      this.restLater();
    });
  }

  dispose(): void {
    void this.close();
  }

  /** Settles when the thread has kept what it knows and has ended. */
  async close(): Promise<void> {
    this.disposed = true;
    await this.end();
  }

  private ask(asked: Asked): number {
    if (this.disposed) throw new Error('The hub is closing');
    this.lastId += 1;
    this.asked.set(this.lastId, asked);
    clearTimeout(this.idle);
    return this.lastId;
  }

  private post(message: ToHistoryThread): void {
    this.thread().postMessage(message);
  }

  private thread(): Worker {
    if (this.worker !== undefined) return this.worker;
    const { script, projects, cacheFolder, log } = this.parts;
    const workerData: HistoryThreadData = { projects, cacheFolder };
    const worker = startThread(script, { workerData, resourceLimits });
    this.worker = worker;
    worker.on('message', (message: FromHistoryThread) => this.take(message));
    worker.on('error', (error) => {
      log.error(`The search in past sessions failed: ${error.stack ?? error.message}`);
    });
    worker.on('exit', () => {
      if (this.worker !== worker) return;
      this.worker = undefined;
      this.failAll('The search ended');
    });
    return worker;
  }

  private take(message: FromHistoryThread): void {
    if (message.type === 'warn') {
      this.parts.log.warn(message.message);
      return;
    }
    const asked = this.asked.get(message.id);
    const outcome = asked?.answer(message) ?? 'more';
    if (outcome === 'more') return;
    this.asked.delete(message.id);
    if (outcome === 'last') void this.end();
    else this.restLater();
  }

  private restLater(): void {
    clearTimeout(this.idle);
    if (this.asked.size > 0) return;
    this.idle = setTimeout(() => void this.end(), this.parts.idleMs ?? idleMs);
    this.idle.unref();
  }

  private async end(): Promise<void> {
    clearTimeout(this.idle);
    const { worker } = this;
    if (worker === undefined) return;
    // Whoever asks from now on gets a new one.
    this.worker = undefined;
    this.failAll('The hub is closing');
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    const request: ToHistoryThread = { type: 'close' };
    worker.postMessage(request);
    const force = setTimeout(() => void worker.terminate(), closeMs);
    await ended;
    clearTimeout(force);
  }

  private failAll(reason: string): void {
    for (const asked of this.asked.values()) asked.fail(new Error(reason));
    this.asked.clear();
  }

  private finished(entry: HistoryEntry): HistoryEntry {
    const cost = this.parts.costOf(entry.sessionId);
    const { title, pinned, tags } = this.parts.marks.of(entry);
    return {
      ...entry,
      ...(title !== undefined && { title, originalTitle: entry.title }),
      ...(pinned !== undefined && { pinned }),
      ...(tags !== undefined && { tags }),
      ...(cost !== undefined && { cost }),
    };
  }
}
