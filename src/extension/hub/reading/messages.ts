import type { HistoryEntry, HistoryPage, TextEvent } from '../../../shared/protocol/history';
import type { PriceOverrides } from '../../../shared/protocol/settings/prices';
import type { SessionDetails } from '../../../shared/protocol/protocol';
import type { FoundFile } from '../../agents/transcripts/files';
import type { DayTotal, LedgerChange } from './usage/sums';

/** Data with which the reading thread is started. */
export interface ReadingThreadData {
  readonly configHome: string;
  /** Ids of the agents whose transcripts are read besides those of the first agent. */
  readonly agents?: readonly string[] | undefined;
  /** Our own folder, for caches that outlast restarts. */
  readonly cacheFolder: string;
  /** Time in ms without a question before past sessions are dropped from memory; has a default. */
  readonly restMs?: number | undefined;
}

/** Progress of the first reading of all files. */
export interface ScanProgress {
  readonly doneBytes: number;
  readonly totalBytes: number;
  /** Set when today's spending is known; the remaining files are older. */
  readonly todayIsKnown: boolean;
}

/** Searchable names and tags given by people: by session id, and by project path. */
export interface MarkWords {
  readonly sessions: ReadonlyMap<string, string>;
  readonly projects: ReadonlyMap<string, string>;
}

interface TextQuery {
  readonly query: string;
  /** Filter tokens that a session must match, as typed. */
  readonly tokens: string | undefined;
  readonly limit: number;
}

/** Questions by name, each with its request and its answer. */
export interface Questions {
  /** Spending of a session, by kind and by model. */
  readonly split: {
    readonly request: { readonly sessionId: string };
    readonly answer: SessionDetails['cost'];
  };
  readonly search: {
    readonly request: TextQuery & { readonly marks: MarkWords };
    readonly answer: Pick<HistoryPage, 'sessions' | 'total' | 'complete'>;
  };
  readonly session: {
    readonly request: { readonly sessionId: string };
    readonly answer: HistoryEntry | undefined;
  };
  /**
   * Hits and progress come as events before the answer; `more` is true if the limit ended the
   * search.
   */
  readonly searchText: {
    readonly request: TextQuery;
    readonly answer: { readonly more: boolean };
  };
}
export type QuestionName = keyof Questions;

/** A question with a unique id, which its events and its answer repeat. */
export type ReadingQuestion = {
  [Name in QuestionName]: {
    readonly type: 'ask';
    readonly id: number;
    readonly name: Name;
    readonly request: Questions[Name]['request'];
  };
}[QuestionName];

export type ReadingRequest =
  /** Counts all files, those of these sessions first. */
  | { readonly type: 'begin'; readonly first: readonly string[] }
  /** Reads a file to which lines may have been added. */
  | { readonly type: 'look'; readonly file: string }
  /** Prices set by the user. */
  | { readonly type: 'prices'; readonly prices: PriceOverrides }
  /**
   * Reads new transcripts of past sessions in advance, so that the first question does not wait.
   */
  | { readonly type: 'warm' }
  | ReadingQuestion
  /** Cancels a question whose answer is no longer needed. */
  | { readonly type: 'cancel'; readonly id: number }
  /** Saves the results for the next start, and ends, after `withinMs` at the latest. */
  | { readonly type: 'close'; readonly withinMs: number };

/** Results since the last message. */
export type ReadingNews =
  | {
      readonly type: 'usage';
      readonly totals: readonly LedgerChange[];
      readonly days: readonly DayTotal[];
      /** Undefined once all files have been read. */
      readonly progress: ScanProgress | undefined;
      /** True once the sessions that were requested first have been read. */
      readonly firstAreKnown: boolean;
    }
  /**
   * Transcripts of the most recently active sessions, with those of their subagents and their
   * notes.
   */
  | { readonly type: 'recent'; readonly files: readonly FoundFile[] }
  /** A file or folder that exists but can't be read. */
  | { readonly type: 'unreadable'; readonly file: string; readonly reason: string }
  | { readonly type: 'log'; readonly level: 'info' | 'warn'; readonly message: string };

/** An event of a text search before its answer. */
export type TextNews = Exclude<TextEvent, { type: 'end' }>;

export type FromReading =
  | ReadingNews
  | { readonly type: 'event'; readonly id: number; readonly event: TextNews }
  | { readonly type: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly type: 'failed'; readonly id: number; readonly reason: string };
