import type {
  HistoryPage,
  HistoryQuery,
  TextEvent,
  TextHit,
} from '../../../shared/protocol/history';
import { searchWords } from '../../../shared/text/searchWords';
import type { Calls, Events } from '../../link/hubClient';
import { findQuery } from './findQuery';
import { Emitter } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';

/**
 * Delay in ms between typing and the search in transcripts; the list of sessions is searched at
 * once.
 */
const textPauseMs = 250;
/** Retry delay in ms while the hub is still reading past sessions or cannot be reached. */
const retryMs = 500;
/** Results within this time, in ms, are shown together. */
const gatherMs = 50;

/** Minimum number of letters for a search in transcripts; fewer would match almost everything. */
const shortestText = 2;

const pageSize = 100;
const maxSessions = 1_000;
const maxHits = 50;

export interface Findings {
  readonly query: string;
  /** Undefined until the first answer. */
  readonly history: HistoryPage | undefined;
  readonly hits: readonly TextHit[];
  /** True if there are more hits than these. */
  readonly moreHits: boolean;
  /** Names of machines that were not searched. */
  readonly missing: readonly string[];
  /** True while results of this query are pending. */
  readonly searching: boolean;
  /** Why the search failed, as a sentence for the person. */
  readonly problem: string | undefined;
}

const nothing: Findings = {
  query: '',
  history: undefined,
  hits: [],
  moreHits: false,
  missing: [],
  searching: true,
  problem: undefined,
};

export type SearchCalls = Calls<'history'> & Events<'searchTexts'>;

/** Searches for the typed query, and cancels previous searches. */
export class SessionFinder implements Disposable {
  private readonly changes = new Emitter<Findings>();
  readonly onDidChange = this.changes.event;
  private now = nothing;
  private limit = pageSize;
  /** Cancels all work for the current query; aborted when the query changes. */
  private current = new AbortController();
  private pendingCount = 0;
  private gathering: NodeJS.Timeout | undefined;

  constructor(private readonly hub: SearchCalls) {}

  get findings(): Findings {
    return this.now;
  }

  find(query: string): void {
    this.current.abort();
    this.current = new AbortController();
    this.limit = pageSize;
    this.pendingCount = 0;
    this.now = { ...nothing, query };
    void this.run(() => this.findSessions());
    const letters = searchWords(findQuery(query).words).reduce(
      (sum, word) => sum + word.letters.length,
      0,
    );
    if (letters >= shortestText) void this.run(() => this.findText());
  }

  /** Increases the number of sessions by one page. */
  more(): void {
    this.limit = Math.min(maxSessions, this.limit + pageSize);
    void this.run(() => this.findSessions());
  }

  /** True if `more` would show further sessions. */
  get hasMore(): boolean {
    const { history } = this.now;
    return (history?.total ?? 0) > this.limit && this.limit < maxSessions;
  }

  dispose(): void {
    this.current.abort();
    clearTimeout(this.gathering);
    this.changes.dispose();
  }

  /** Runs a search, and retries it after failures until the query changes. */
  private async run(job: () => Promise<void>): Promise<void> {
    const { signal } = this.current;
    this.pendingCount += 1;
    for (;;) {
      try {
        await job();
        break;
      } catch (error) {
        if (signal.aborted) return;
        this.change({ problem: error instanceof Error ? error.message : String(error) });
        await pause(retryMs, signal);
      }
      if (signal.aborted) return;
    }
    if (signal.aborted) return;
    this.pendingCount -= 1;
    this.change({ searching: this.pendingCount > 0 });
  }

  private async findSessions(): Promise<void> {
    const { signal } = this.current;
    for (;;) {
      const history = await this.hub.call('history', this.queryFor(this.limit));
      if (signal.aborted) return;
      this.change({ history, problem: undefined });
      this.addMissing(history.missing);
      if (history.complete) return;
      await pause(retryMs, signal);
      if (signal.aborted) return;
    }
  }

  private async findText(): Promise<void> {
    const { signal } = this.current;
    await pause(textPauseMs, signal);
    if (signal.aborted) return;
    const hits: TextHit[] = [];
    let hasEnded = false;
    for await (const event of this.hub.events('searchTexts', this.queryFor(maxHits), signal)) {
      if (signal.aborted) return;
      hasEnded ||= this.applyEvent(event, hits);
    }
    if (!hasEnded) throw new Error('The search broke off.');
  }

  private queryFor(limit: number): HistoryQuery {
    const { words, tokens } = findQuery(this.now.query);
    return { query: words, ...(tokens !== undefined && { tokens }), limit };
  }

  /** Applies an event; true if it was the last one. */
  private applyEvent(event: TextEvent, hits: TextHit[]): boolean {
    switch (event.type) {
      case 'hit':
        hits.push(event.data);
        this.change({ hits: [...hits] });
        return false;
      case 'progress':
        return false;
      case 'end':
        this.change({ hits: [...hits], moreHits: event.data.more, problem: undefined });
        this.addMissing(event.data.missing);
        return true;
    }
  }

  private addMissing(machines: readonly string[] = []): void {
    this.change({ missing: [...new Set([...this.now.missing, ...machines])] });
  }

  private change(part: Partial<Findings>): void {
    this.now = { ...this.now, ...part };
    this.gathering ??= setTimeout(() => {
      this.gathering = undefined;
      this.changes.fire(this.now);
    }, gatherMs);
  }
}

/** Resolves early when the signal aborts. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });
}
