import type { SessionView } from '../../shared/api/missionControl';
import { mostViews } from '../../shared/protocol/layers/labels';
import type { BoardModel } from '../link/boardModel';
import { Emitter } from '../util/emitter';
import type { Disposable } from '../util/lifetime';
import type { Log } from '../util/log';
import type { ViewQueries } from './viewQueries';

/** Time in ms in which changes are collected, and minimum interval between requests. */
const collectMs = 200;
/** Delay in ms before a failed request is repeated. */
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
 * The sessions' views for layers. The hub is queried only while there are subscribers, and only for
 * changed sessions.
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

  /** Subscribes to all sessions' views, then to those that change. */
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
    this.timer ??= setTimeout(() => void this.requestViews(), wait);
  }

  /** Requests never overlap: the timer counts as set while one is pending. */
  private async requestViews(): Promise<void> {
    const watched = this.watching;
    const sessionIds = [...this.asked].slice(0, mostViews);
    let wait = collectMs;
    try {
      for (const sessionId of sessionIds) this.asked.delete(sessionId);
      const views = await this.parts.queries.viewsOf(sessionIds);
      if (this.watching === watched && watched !== undefined) this.applyViews(views);
      if (this.asked.size >= mostViews) wait = 0;
    } catch (error) {
      // After the hub reconnects, the complete board arrives and is requested.
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

  private applyViews(views: readonly SessionView[]): void {
    const changed = views.filter((view) => {
      // The session may have left the board in the meantime.
      if (this.parts.board.get(view.sessionId) === undefined) return false;
      const text = JSON.stringify(view);
      if (this.views.get(view.sessionId)?.text === text) return false;
      this.views.set(view.sessionId, { view, text });
      return true;
    });
    if (changed.length > 0) this.changes.fire({ changed, removed: [] });
  }
}
