import type { HistoryEntry, HistoryPage, TextEvent } from '../../../../shared/protocol/history';
import { toDisposable, type Disposable } from '../../../util/lifetime';
import type { MarkWords, TextNews } from '../messages';
import type { TranscriptReading } from '../reading';

export interface HistoryParts {
  readonly reading: Pick<TranscriptReading, 'ask'>;
  readonly costOf: (sessionId: string) => HistoryEntry['cost'];
  readonly marks: {
    /** Returns the marks of a session and its project; `title` is a name that a person gave it. */
    marksOf(session: HistoryEntry): Partial<Pick<HistoryEntry, 'title' | 'pinned' | 'tags'>>;
    readonly words: MarkWords;
  };
}

/**
 * Receives the events of a text search; the last call is `onEvent` with an `end` event, or
 * `onFail`.
 */
export interface TextListener {
  onEvent(event: TextEvent): void;
  onFail(error: Error): void;
}

/** All sessions of the past, with their costs and marks. */
export class History {
  constructor(private readonly parts: HistoryParts) {}

  async search(query: string, limit: number, tokens?: string): Promise<HistoryPage> {
    const { reading, marks } = this.parts;
    const request = { query, tokens, limit, marks: marks.words };
    const { sessions, ...rest } = await reading.ask('search', request).answer;
    return { sessions: sessions.map((one) => this.withCostAndMarks(one)), ...rest };
  }

  /** Finds a session; undefined if no transcript has that id. */
  async session(sessionId: string): Promise<HistoryEntry | undefined> {
    const session = await this.parts.reading.ask('session', { sessionId }).answer;
    return session && this.withCostAndMarks(session);
  }

  /** Starts a text search; disposing cancels it, and no event follows. */
  searchText(query: string, limit: number, listener: TextListener, tokens?: string): Disposable {
    const onEvent = (event: TextNews): void => {
      if (event.type === 'progress') return listener.onEvent(event);
      const session = this.withCostAndMarks(event.data.session);
      listener.onEvent({ type: 'hit', data: { ...event.data, session } });
    };
    const { reading } = this.parts;
    const { answer, cancel } = reading.ask('searchText', { query, tokens, limit }, onEvent);
    answer.then(
      (data) => listener.onEvent({ type: 'end', data }),
      (error: Error) => listener.onFail(error),
    );
    return toDisposable(cancel);
  }

  private withCostAndMarks(entry: HistoryEntry): HistoryEntry {
    const cost = this.parts.costOf(entry.sessionId);
    const { title, pinned, tags } = this.parts.marks.marksOf(entry);
    return {
      ...entry,
      ...(title !== undefined && { title, originalTitle: entry.title }),
      ...(pinned !== undefined && { pinned }),
      ...(tags !== undefined && { tags }),
      ...(cost !== undefined && { cost }),
    };
  }
}
