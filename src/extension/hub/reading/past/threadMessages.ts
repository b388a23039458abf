import type { HistoryEntry, TextHit, TextProgress } from '../../../../shared/protocol/history';

/** The data with which the searching thread is started. */
export interface HistoryThreadData {
  readonly projects: string;
  /** Our own folder, for what is kept over restarts. */
  readonly cacheFolder: string;
}

/** What persons set on sessions, as far as it can be searched: by session id, and by project path. */
export interface MarkWords {
  readonly sessions: ReadonlyMap<string, string>;
  readonly projects: ReadonlyMap<string, string>;
}

/** Each question has an id of its own, which its answers carry. */
export type ToHistoryThread =
  | {
      readonly type: 'search';
      readonly id: number;
      readonly query: string;
      /** Tokens that a session must have, as they are typed. */
      readonly tokens: string | undefined;
      readonly limit: number;
      readonly marks: MarkWords;
    }
  | {
      readonly type: 'searchText';
      readonly id: number;
      readonly query: string;
      readonly tokens: string | undefined;
      readonly limit: number;
    }
  | { readonly type: 'session'; readonly id: number; readonly sessionId: string }
  | { readonly type: 'warm'; readonly id: number }
  | { readonly type: 'cancel'; readonly id: number }
  /** Keeps what it knows for the next start, and ends. */
  | { readonly type: 'close' };

export type FromHistoryThread =
  | {
      readonly type: 'found';
      readonly id: number;
      readonly sessions: readonly HistoryEntry[];
      readonly total: number;
      readonly complete: boolean;
    }
  | { readonly type: 'session'; readonly id: number; readonly session: HistoryEntry | undefined }
  /** Everything has been read, and is kept. */
  | { readonly type: 'warmed'; readonly id: number }
  | { readonly type: 'hit'; readonly id: number; readonly hit: TextHit }
  | { readonly type: 'progress'; readonly id: number; readonly progress: TextProgress }
  | { readonly type: 'end'; readonly id: number; readonly more: boolean }
  | { readonly type: 'warn'; readonly message: string };
