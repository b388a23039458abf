import type { Event, SessionsChange, SessionSummary } from '../../shared/api/missionControl';
import type { LiveSession } from '../../shared/protocol/protocol';
import type { BoardChange, BoardModel } from '../link/boardModel';
import { Emitter } from '../util/emitter';
import { type Disposable, DisposableStore } from '../util/lifetime';
import { sessionSummary } from './sessionSummary';

/** The board for other extensions. Changes that are invisible to them raise no event. */
export class SessionList implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly changes: Emitter<SessionsChange>;
  private readonly summaries = new WeakMap<LiveSession, SessionSummary>();
  /** Each session's last published summary as JSON. */
  private readonly published = new Map<string, string>();
  private listed: readonly SessionSummary[] | undefined;

  constructor(
    private readonly board: BoardModel,
    onListenerError: (error: unknown) => void,
  ) {
    this.changes = this.lifetime.add(new Emitter<SessionsChange>(onListenerError));
    for (const session of this.all) this.published.set(session.sessionId, JSON.stringify(session));
    this.lifetime.add(board.onDidChange((change) => this.publish(change)));
  }

  get all(): readonly SessionSummary[] {
    this.listed ??= Object.freeze(this.board.sessions.map((session) => this.summaryOf(session)));
    return this.listed;
  }

  get(sessionId: string): SessionSummary | undefined {
    const session = this.board.get(sessionId);
    return session && this.summaryOf(session);
  }

  readonly onDidChange: Event<SessionsChange> = (listener, thisArgs, disposables) => {
    if (typeof listener !== 'function') {
      throw new TypeError('onDidChangeSessions takes a function that is called with each change.');
    }
    const subscription = this.changes.event((change) => {
      const result: unknown = listener.call(thisArgs, change);
      return result;
    });
    disposables?.push(subscription);
    return subscription;
  };

  dispose(): void {
    this.lifetime.dispose();
  }

  private summaryOf(session: LiveSession): SessionSummary {
    let summary = this.summaries.get(session);
    if (summary === undefined) {
      summary = sessionSummary(session);
      this.summaries.set(session, summary);
    }
    return summary;
  }

  private publish({ whole, changed, removed }: BoardChange): void {
    this.listed = undefined;
    const gone = whole
      ? [...this.published.keys()].filter((sessionId) => this.board.get(sessionId) === undefined)
      : removed.filter((sessionId) => this.published.has(sessionId));
    const differing = changed.flatMap((session) => {
      const summary = this.summaryOf(session);
      const text = JSON.stringify(summary);
      if (this.published.get(summary.sessionId) === text) return [];
      this.published.set(summary.sessionId, text);
      return summary;
    });
    for (const sessionId of gone) this.published.delete(sessionId);
    if (gone.length === 0 && differing.length === 0) return;
    this.changes.fire(
      Object.freeze({ changed: Object.freeze(differing), removed: Object.freeze(gone) }),
    );
  }
}
