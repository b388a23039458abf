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
const retryMs = 2_000;

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
  private readonly pendingIds = new Set<string>();
  private watching: Disposable | undefined;
  private watchers = 0;
  private timer: NodeJS.Timeout | undefined;
  private disposed = false;

  constructor(private readonly parts: ViewFeedParts) {}

  /** Subscribes to all sessions' views, then to those that change. */
  watch(listener: (change: ViewChange) => void): Disposable {
    const subscription = this.changes.event(listener);
    this.watchers += 1;
    if (this.watchers === 1) this.start();
    else listener({ changed: [...this.views.values()].map(({ view }) => view), removed: [] });
    let isDisposed = false;
    return {
      dispose: () => {
        if (isDisposed) return;
        isDisposed = true;
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

  private start(): void {
    const { board } = this.parts;
    this.watching = board.onDidChange(({ whole, changed, removed }) => {
      const gone = whole
        ? [...this.views.keys()].filter((sessionId) => board.get(sessionId) === undefined)
        : removed;
      this.removeViews(gone);
      for (const { sessionId } of changed) this.pendingIds.add(sessionId);
      this.scheduleRequest(collectMs);
    });
    for (const { sessionId } of board.sessions) this.pendingIds.add(sessionId);
    this.scheduleRequest(0);
  }

  private end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.watching?.dispose();
    this.watching = undefined;
    this.pendingIds.clear();
    this.views.clear();
  }

  private removeViews(gone: readonly string[]): void {
    for (const sessionId of gone) this.pendingIds.delete(sessionId);
    const removed = gone.filter((sessionId) => this.views.delete(sessionId));
    if (removed.length > 0) this.changes.fire({ changed: [], removed });
  }

  private scheduleRequest(wait: number): void {
    if (this.disposed || this.watching === undefined || this.pendingIds.size === 0) return;
    this.timer ??= setTimeout(() => void this.requestViews(), wait);
  }

  /** Requests never overlap: `timer` stays set while one is pending. */
  private async requestViews(): Promise<void> {
    const watched = this.watching;
    const sessionIds = [...this.pendingIds].slice(0, mostViews);
    let wait = collectMs;
    try {
      for (const sessionId of sessionIds) this.pendingIds.delete(sessionId);
      const views = await this.parts.queries.viewsOf(sessionIds);
      if (this.watching === watched && watched !== undefined) this.applyViews(views);
      if (this.pendingIds.size >= mostViews) wait = 0;
    } catch (error) {
      // Logged only for debugging: the request is repeated, and after a reconnect all sessions are
      // requested anyway.
      this.parts.log.debug(
        `The views of ${sessionIds.length} sessions did not come: ${String(error)}`,
      );
      if (this.watching === watched) for (const id of sessionIds) this.pendingIds.add(id);
      wait = retryMs;
    }
    if (this.watching !== watched) return;
    this.timer = undefined;
    this.scheduleRequest(wait);
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
