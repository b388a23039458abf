import type { Board } from '../../../shared/protocol/protocol';
import type { BoardModel } from '../../link/boardModel';
import { BoardReplica } from '../../link/boardReplica';
import type { Event } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';
import type { BoardUpdate } from '../serve/liveStream';

export interface PhoneBoardParts {
  readonly onDidChange: Event<BoardUpdate>;
  /** Resolves with the board once every living session is completely loaded. */
  readonly snapshot: () => Promise<Board>;
}

/**
 * The board for phones: one replica that all share, which exists while at least one phone is
 * connected.
 */
export class PhoneBoard implements Disposable {
  private shared: { readonly replica: BoardReplica; readonly watch: Disposable } | undefined;
  private users = 0;

  constructor(private readonly parts: PhoneBoardParts) {}

  /** Returns the shared replica, which exists at least until the result is disposed. */
  use(): Disposable & { readonly board: BoardModel } {
    this.shared ??= this.createReplica();
    this.users += 1;
    let isDisposed = false;
    const dispose = (): void => {
      if (isDisposed) return;
      isDisposed = true;
      this.users -= 1;
      if (this.users === 0) this.dispose();
    };
    return { board: this.shared.replica, dispose };
  }

  dispose(): void {
    this.shared?.watch.dispose();
    this.shared?.replica.dispose();
    this.shared = undefined;
  }

  private createReplica(): NonNullable<typeof this.shared> {
    const replica = new BoardReplica();
    let hasSnapshot = false;
    const watch = this.parts.onDidChange(({ changed, removed, summary }) => {
      if (!hasSnapshot) return; // The pending snapshot will contain the change.
      if (removed.length > 0) replica.apply({ type: 'removed', data: [...removed] });
      if (changed.length > 0) replica.apply({ type: 'sessions', data: [...changed] });
      if (summary !== undefined) replica.apply({ type: 'summary', data: summary });
    });
    void this.parts.snapshot().then(({ sessions, summary }) => {
      hasSnapshot = true;
      replica.apply({ type: 'snapshot', data: { sessions, summary } });
    });
    return { replica, watch };
  }
}
