import type { Corpus } from './corpus';
import type { HistoryLog } from './historyLog';

/** What all sessions of a history share while they are written. */
export interface World {
  readonly projectsFolder: string;
  readonly corpus: Corpus;
  readonly log: HistoryLog;
  readonly resultScale: number;
}
