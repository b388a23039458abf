import type { Board } from '../../../shared/protocol/protocol';
import type { BoardModel } from '../../link/boardModel';
import { BoardReplica } from '../../link/boardReplica';
import type { Event } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';
import type { BoardUpdate } from '../serve/liveStream';

export interface PhoneBoardParts {
  readonly onDidChange: Event<BoardUpdate>;
  /** Resolves once every living session is loaded completely. */
  readonly snapshot: () => Promise<Board>;
}

/** The board that phones see: one replica for all, which exists while at least one phone is connected. */
export class PhoneBoard implements Disposable {
  private kept: { readonly replica: BoardReplica; readonly watch: Disposable } | undefined;
  private users = 0;

  constructor(private readonly parts: PhoneBoardParts) {}

  /** Returns the replica, which exists until the result is disposed. */
  use(): Disposable & { readonly board: BoardModel } {
    this.kept ??= this.begin();
    this.users += 1;
    let isDisposed = false;
    const dispose = (): void => {
      if (isDisposed) return;
      isDisposed = true;
      this.users -= 1;
      if (this.users === 0) this.dispose();
    };
    return { board: this.kept.replica, dispose };
  }

  dispose(): void {
    this.kept?.watch.dispose();
    this.kept?.replica.dispose();
    this.kept = undefined;
  }

  private begin(): NonNullable<typeof this.kept> {
    const replica = new BoardReplica();
    let isBegun = false;
    const watch = this.parts.onDidChange(({ changed, removed, summary }) => {
      if (!isBegun) return; // The requested snapshot will contain it.
      if (removed.length > 0) replica.apply({ type: 'removed', data: [...removed] });
      if (changed.length > 0) replica.apply({ type: 'sessions', data: [...changed] });
      if (summary !== undefined) replica.apply({ type: 'summary', data: summary });
    });
    void this.parts.snapshot().then(({ sessions, summary }) => {
      isBegun = true;
      replica.apply({ type: 'snapshot', data: { sessions, summary } });
    });
    return { replica, watch };
  }
}
