import type { TranscriptFile } from '../../support/hub/transcriptFile';

/** Titles of the sessions that delivered something, by their numbers. */
export const titles = ['Open the shop', 'Sort the list', 'Count the stock'] as const;

/** A config home with sessions that delivered something. */
export interface DeliveredWork {
  readonly root: string;
  /** The folder that the window has open. */
  readonly book: string;
  /** The transcript of a session, by the last two digits of its id. */
  file(this: void, id: string): TranscriptFile;
}
