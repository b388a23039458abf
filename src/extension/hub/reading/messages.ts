import type { HistoryEntry, HistoryPage, TextEvent } from '../../../shared/protocol/history';
import type { PriceOverrides } from '../../../shared/protocol/prices';
import type { SessionDetails } from '../../../shared/protocol/protocol';
import type { FoundFile } from '../../agents/transcripts/files';
import type { DayTotal, LedgerChange } from './usage/sums';

/** The data with which the reading thread is started. */
export interface ReadingThreadData {
  readonly configHome: string;
  /** Our own folder, for what is kept over restarts. */
  readonly cacheFolder: string;
  /** Time without a question, in ms, after which the past is dropped from memory; absent for the usual time. */
  readonly restMs?: number | undefined;
}

/** How far the first reading of everything has come. */
export interface ScanProgress {
  readonly doneBytes: number;
  readonly totalBytes: number;
  /** Set when today's spending is known; files that are left are older. */
  readonly todayIsKnown: boolean;
}

/** Text that persons set on sessions, as far as it can be searched: by session id, and by project path. */
export interface MarkWords {
  readonly sessions: ReadonlyMap<string, string>;
  readonly projects: ReadonlyMap<string, string>;
}

interface TextQuery {
  readonly query: string;
  /** Tokens that a session must have, as they are typed. */
  readonly tokens: string | undefined;
  readonly limit: number;
}

/** The questions by name, each with its request and its answer. */
export interface Questions {
  /** The spending of a session, by kind and by model. */
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
  /** Hits and progress come as events before the answer; `more` is true where the limit ended the search. */
  readonly searchText: {
    readonly request: TextQuery;
    readonly answer: { readonly more: boolean };
  };
}
export type QuestionName = keyof Questions;

/** A question with an id of its own, which its events and its answer carry. */
export type ReadingQuestion = {
  [Name in QuestionName]: {
    readonly type: 'ask';
    readonly id: number;
    readonly name: Name;
    readonly request: Questions[Name]['request'];
  };
}[QuestionName];

export type ReadingRequest =
  /** Counts everything, these sessions first. */
  | { readonly type: 'begin'; readonly first: readonly string[] }
  /** Something may have been added to the file; it is looked at. */
  | { readonly type: 'look'; readonly file: string }
  /** Prices of the user's own. */
  | { readonly type: 'prices'; readonly prices: PriceOverrides }
  /** Reads what is new in the past, so that the first question finds it read. */
  | { readonly type: 'warm' }
  | ReadingQuestion
  /** Nobody waits for the answer any more. */
  | { readonly type: 'cancel'; readonly id: number }
  /** Keeps what is known for the next start, and ends. */
  | { readonly type: 'close' };

/** A message about what was found since the last one. */
export type ReadingNews =
  | {
      readonly type: 'usage';
      readonly totals: readonly LedgerChange[];
      readonly days: readonly DayTotal[];
      /** Undefined once everything has been read. */
      readonly progress: ScanProgress | undefined;
      /** The sessions that were asked for first have been read. */
      readonly firstAreKnown: boolean;
    }
  /** The transcripts of the sessions that were active last, their subagents' and notes included. */
  | { readonly type: 'recent'; readonly files: readonly FoundFile[] }
  /** A file or folder that is there and cannot be read. */
  | { readonly type: 'unreadable'; readonly file: string; readonly reason: string }
  | { readonly type: 'log'; readonly level: 'info' | 'warn'; readonly message: string };

/** An event of a text search before its answer. */
export type TextNews = Exclude<TextEvent, { type: 'end' }>;

export type FromReading =
  | ReadingNews
  | { readonly type: 'event'; readonly id: number; readonly event: TextNews }
  | { readonly type: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly type: 'failed'; readonly id: number; readonly reason: string };
