import { blockedOf } from '../../../shared/board/waiting';
import type { ReadBoard } from './statusBarModel';

/** Time in ms for which the status bar item is highlighted. */
export const highlightMs = 5_000;

/**
 * Tracks sessions that became blocked while the person sees them in this window. No notification is
 * shown for these, so the status bar item is highlighted instead.
 */
export class NewlyBlocked {
  private known: ReadonlySet<string> | undefined;
  /**
   * Time of the first live state of the board, in ms since 1970; sessions blocked earlier are not
   * highlighted.
   */
  private since = 0;
  private readonly ends = new Map<string, number>();

  constructor(private readonly isSeen: (sessionId: string) => boolean) {}

  /**
   * Applies the board's current state; returns the remaining highlight time in ms, 0 if there is
   * none.
   */
  update(board: Pick<ReadBoard, 'connection' | 'inSection'>, now: number): number {
    if (board.connection !== 'live') {
      this.known = undefined;
      this.ends.clear();
      return 0;
    }
    if (this.known === undefined) this.since = now;
    const blocked = blockedOf(board);
    for (const { sessionId, stateSince } of blocked) {
      // Checks the time, too, because the hub may report a session late that became blocked before.
      const isNew = this.known?.has(sessionId) === false && Date.parse(stateSince) >= this.since;
      if (isNew && this.isSeen(sessionId)) this.ends.set(sessionId, now + highlightMs);
    }
    this.known = new Set(blocked.map(({ sessionId }) => sessionId));
    for (const [sessionId, end] of this.ends)
      if (end <= now || !this.known.has(sessionId)) this.ends.delete(sessionId);
    return Math.max(0, ...[...this.ends.values()].map((end) => end - now));
  }
}
