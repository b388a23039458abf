import { lastUpTo } from '../lastUpTo';
import type { ItemPlace } from './readerItems';
import type { RewoundBranch } from './rewoundBranch';

/** Facts about items of a transcript that require the complete file; each list is in file order. */
export interface Overview {
  /** The conversation branches that were rewound. */
  readonly takenBack: readonly RewoundBranch[];
  /**
   * The queued prompts that appear in no other entry. A queued prompt that does is shown where the
   * session received it.
   */
  readonly unread: readonly ItemPlace[];
}

export const emptyOverview: Overview = { takenBack: [], unread: [] };

/** True for a queued prompt that appears in no other entry. */
export function isUnread({ unread }: Pick<Overview, 'unread'>, { at, part }: ItemPlace): boolean {
  const last = lastUpTo(unread, (one) => one.at > at || (one.at === at && one.part > part));
  return last?.at === at && last.part === part;
}

/** Keeps the last `maxEntries` entries of each list, for a message of limited size. */
export function limitOverview({ takenBack, unread }: Overview, maxEntries: number): Overview {
  return { takenBack: takenBack.slice(-maxEntries), unread: unread.slice(-maxEntries) };
}
