import type { PriceOverrides } from '../../../shared/protocol/prices';
import type { SessionDetails } from '../../../shared/protocol/protocol';
import type { FoundFile } from '../../agents/claude/catalogue/transcriptFolders';
import type { DayTotal, LedgerChange } from './usage/sums';

/** How far the first reading of everything has come. */
export interface ScanProgress {
  readonly doneBytes: number;
  readonly totalBytes: number;
  /** Set when today's spending is known; files that are left are older. */
  readonly todayIsKnown: boolean;
}

/** A message of the scan about what it found since the last one. */
export type ScanNews =
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

/** The answer to a question of this number. */
export interface ScanAnswer {
  readonly type: 'split';
  readonly id: number;
  readonly cost: SessionDetails['cost'];
}

export type ScanRequest =
  /** Reads everything, these sessions first. */
  | { readonly type: 'begin'; readonly first: readonly string[] }
  /** Something may have been added to the file; it is looked at. */
  | { readonly type: 'look'; readonly file: string }
  /** Prices of the user's own. */
  | { readonly type: 'prices'; readonly prices: PriceOverrides }
  /** Asks for the spending of a session, by kind and by model. */
  | { readonly type: 'split'; readonly id: number; readonly sessionId: string }
  | { readonly type: 'close' };

export interface ScanThreadData {
  readonly projects: string;
  readonly cacheFolder: string;
}
