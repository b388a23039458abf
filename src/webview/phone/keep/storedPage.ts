import type { ToPage } from '../../../shared/messages/pageMessages';
import { fieldsOf } from '../../../shared/text/fields';
import type { PhoneStore } from './kept';

/** Minimum interval in ms between writes of the board, which changes many times a second. */
const boardPauseMs = 1_000;

const arrangementKey = 'arrangement';
const draftsKey = 'drafts';
const boardKey = 'board';

export type Snapshot = Extract<ToPage, { readonly type: 'snapshot' }>;

/** The board that this phone received last. */
export interface StoredBoard {
  /** Version of the page that stored it; another version may expect different fields. */
  readonly version: string;
  /** Time of the board's last update, ms since 1970, by this phone's clock. */
  readonly at: number;
  readonly snapshot: Snapshot;
}

/** The page's stored state on this phone: loaded at start, written as it changes. */
export class StoredPage {
  private pendingBoard: StoredBoard | undefined;
  private writeTimer: ReturnType<typeof setTimeout> | undefined;

  private constructor(
    private readonly store: PhoneStore,
    readonly arrangement: unknown,
    readonly drafts: unknown,
    readonly board: StoredBoard | undefined,
  ) {}

  /** Reads the stored state; the board only if this version stored it and the phone is paired. */
  static async read(store: PhoneStore, version: string, isPaired: boolean): Promise<StoredPage> {
    const [arrangement, drafts, board] = await Promise.all(
      [arrangementKey, draftsKey, boardKey].map((key) => store.get<unknown>(key)),
    );
    const canRestore = isPaired && fieldsOf(board)['version'] === version;
    return new StoredPage(
      store,
      arrangement,
      drafts,
      canRestore ? (board as StoredBoard) : undefined,
    );
  }

  storeArrangement(arrangement: unknown): void {
    this.write(arrangementKey, arrangement);
  }

  storeDrafts(drafts: unknown): void {
    this.write(draftsKey, drafts);
  }

  storeBoard(board: StoredBoard): void {
    this.pendingBoard = board;
    this.writeTimer ??= setTimeout(() => this.flush(), boardPauseMs);
  }

  /** Writes pending state, because a hidden page may never run again. */
  flush(): void {
    clearTimeout(this.writeTimer);
    this.writeTimer = undefined;
    if (this.pendingBoard !== undefined) this.write(boardKey, this.pendingBoard);
    this.pendingBoard = undefined;
  }

  /** Deletes the board, and the drafts for its sessions. */
  async clear(): Promise<void> {
    clearTimeout(this.writeTimer);
    this.writeTimer = undefined;
    this.pendingBoard = undefined;
    await Promise.all([boardKey, draftsKey].map((key) => this.store.delete(key)));
  }

  private write(key: string, value: unknown): void {
    // Fails if the storage is full or missing; the page works without it.
    this.store.set(key, value).catch(() => undefined);
  }
}
