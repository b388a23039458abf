import type { SessionView } from '../../shared/api/missionControl';
import { mostViews } from '../../shared/protocol/layers/labels';
import type { BoardModel } from '../link/boardModel';
import { Emitter } from '../util/emitter';
import type { Disposable } from '../util/lifetime';
import type { Log } from '../util/log';
import type { ViewQueries } from './viewQueries';

/** Time in ms in which changes are collected, and between two looks at the board. */
const collectMs = 200;
/** A look that failed is tried again after this, in ms. */
const againMs = 2_000;

export interface ViewChange {
  readonly changed: readonly SessionView[];
  readonly removed: readonly string[];
}

export interface ViewFeedParts {
  readonly board: BoardModel;
  readonly queries: Pick<ViewQueries, 'viewsOf'>;
  readonly log: Log;
}

/**
 * The sessions on the board as layers see them. The hub is asked only while somebody watches, and
 * for those that changed.
 */
export class ViewFeed implements Disposable {
  private readonly changes = new Emitter<ViewChange>();
  private readonly views = new Map<string, { readonly view: SessionView; readonly text: string }>();
  private readonly asked = new Set<string>();
  private watching: Disposable | undefined;
  private watchers = 0;
  private timer: NodeJS.Timeout | undefined;
  private disposed = false;

  constructor(private readonly parts: ViewFeedParts) {}

  /** Tells the listener of all sessions, then of those whose view is another. */
  watch(listener: (change: ViewChange) => void): Disposable {
    const subscription = this.changes.event(listener);
    this.watchers += 1;
    if (this.watchers === 1) this.begin();
    else listener({ changed: [...this.views.values()].map(({ view }) => view), removed: [] });
    let isOver = false;
    return {
      dispose: () => {
        if (isOver) return;
        isOver = true;
        subscription.dispose();
        this.watchers -= 1;
        if (this.watchers === 0) this.end();
      },
    };
  }

  dispose(): void {
    this.disposed = true;
    this.end();
    this.changes.dispose();
  }

  private begin(): void {
    const { board } = this.parts;
    this.watching = board.onDidChange(({ whole, changed, removed }) => {
      const gone = whole
        ? [...this.views.keys()].filter((sessionId) => board.get(sessionId) === undefined)
        : removed;
      this.forget(gone);
      for (const { sessionId } of changed) this.asked.add(sessionId);
      this.lookSoon(collectMs);
    });
    for (const { sessionId } of board.sessions) this.asked.add(sessionId);
    this.lookSoon(0);
  }

  private end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.watching?.dispose();
    this.watching = undefined;
    this.asked.clear();
    this.views.clear();
  }

  private forget(gone: readonly string[]): void {
    for (const sessionId of gone) this.asked.delete(sessionId);
    const removed = gone.filter((sessionId) => this.views.delete(sessionId));
    if (removed.length > 0) this.changes.fire({ changed: [], removed });
  }

  private lookSoon(wait: number): void {
    if (this.disposed || this.watching === undefined || this.asked.size === 0) return;
    this.timer ??= setTimeout(() => void this.look(), wait);
  }

  /** One look at a time: the timer counts as set until it is over. */
  private async look(): Promise<void> {
    const watched = this.watching;
    const sessionIds = [...this.asked].slice(0, mostViews);
    let wait = collectMs;
    try {
      for (const sessionId of sessionIds) this.asked.delete(sessionId);
      const views = await this.parts.queries.viewsOf(sessionIds);
      if (this.watching === watched && watched !== undefined) this.take(views);
      if (this.asked.size >= mostViews) wait = 0;
    } catch (error) {
      // Once the hub is there again, the whole board comes, and is asked for.
      this.parts.log.debug(
        `The views of ${sessionIds.length} sessions did not come: ${String(error)}`,
      );
      if (this.watching === watched) for (const id of sessionIds) this.asked.add(id);
      wait = againMs;
    }
    if (this.watching !== watched) return;
    this.timer = undefined;
    this.lookSoon(wait);
  }

  private take(views: readonly SessionView[]): void {
    const changed = views.filter((view) => {
      // It may have left the board meanwhile.
      if (this.parts.board.get(view.sessionId) === undefined) return false;
      const text = JSON.stringify(view);
      if (this.views.get(view.sessionId)?.text === text) return false;
      this.views.set(view.sessionId, { view, text });
      return true;
    });
    if (changed.length > 0) this.changes.fire({ changed, removed: [] });
  }
}
