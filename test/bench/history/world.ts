import type { Corpus } from './corpus';
import type { HistoryLog } from './historyLog';

/** The objects that all sessions share while a history is written. */
export interface World {
  readonly projectsFolder: string;
  readonly corpus: Corpus;
  readonly log: HistoryLog;
  readonly resultScale: number;
}
