import type { ItemPlace } from './readerItems';
import type { TakenBack } from './takenBack';

/** Facts about the items of a transcript that only the whole file tells, each list in file order. */
export interface Overview {
  /** The branches that were taken back. */
  readonly takenBack: readonly TakenBack[];
  /** The queued prompts that no other entry has; the other ones are shown where they were taken. */
  readonly unread: readonly ItemPlace[];
}

export const emptyOverview: Overview = { takenBack: [], unread: [] };
