import { compareSessions } from '../../shared/boardOrder';
import type { Connection } from '../../shared/pageMessages';
import type { LiveSession, StreamEvent, Summary } from '../../shared/protocol';
import { Emitter } from '../util/emitter';
import type { Disposable } from '../util/lifetime';
import type { BoardChange, BoardModel } from './boardModel';

const emptySummary: Summary = {
  needsYouCount: 0,
  autonomousCount: 0,
  deliveredCount: 0,
  totalCostTodayUsd: 0,
  totalTokensToday: 0,
};

/** What is not told yet. */
function nothing(): {
  whole: boolean;
  connectionChanged: boolean;
  readonly changed: Set<string>;
  readonly removed: Set<string>;
} {
  return { whole: false, connectionChanged: false, changed: new Set(), removed: new Set() };
}

/** A window's copy of the board, fed by the stream. While the hub is away it keeps what it has. */
export class BoardReplica implements BoardModel, Disposable {
  private readonly byId = new Map<string, LiveSession>();
  private readonly changes = new Emitter<BoardChange>();
  readonly onDidChange = this.changes.event;
  private sorted: readonly LiveSession[] | undefined = [];
  private told: Summary = emptySummary;
  private state: Connection = 'connecting';
  private pending = nothing();
  private telling: NodeJS.Immediate | undefined;

  get connection(): Connection {
    return this.state;
  }

  get sessions(): readonly LiveSession[] {
    this.sorted ??= [...this.byId.values()].sort(compareSessions);
    return this.sorted;
  }

  /** Counts what is listed; the money and tokens are the hub's. */
  get summary(): Summary {
    const counts = { needs_you: 0, autonomous: 0, delivered: 0 };
    for (const { agentState } of this.byId.values()) counts[agentState.group] += 1;
    return {
      ...this.told,
      needsYouCount: counts.needs_you,
      autonomousCount: counts.autonomous,
      deliveredCount: counts.delivered,
    };
  }

  get(sessionId: string): LiveSession | undefined {
    return this.byId.get(sessionId);
  }

  apply(event: StreamEvent): void {
    switch (event.type) {
      case 'snapshot':
        this.byId.clear();
        for (const session of event.data.sessions) this.byId.set(session.sessionId, session);
        this.told = event.data.summary;
        this.pending.whole = true;
        this.pending.connectionChanged ||= this.state !== 'live';
        this.state = 'live';
        this.sorted = undefined;
        break;
      case 'sessions':
        for (const session of event.data) {
          this.byId.set(session.sessionId, session);
          this.pending.changed.add(session.sessionId);
          this.pending.removed.delete(session.sessionId);
        }
        this.sorted = undefined;
        break;
      case 'removed':
        for (const sessionId of event.data) {
          this.byId.delete(sessionId);
          this.pending.changed.delete(sessionId);
          this.pending.removed.add(sessionId);
        }
        this.sorted = undefined;
        break;
      case 'summary':
        this.told = event.data;
        break;
    }
    // One burst of the stream is one change: its events come in one turn of the event loop.
    this.telling ??= setImmediate(() => this.tell());
  }

  setConnection(connection: Connection): void {
    if (connection === this.state) return;
    this.state = connection;
    this.pending.connectionChanged = true;
    this.tell();
  }

  dispose(): void {
    clearImmediate(this.telling);
    this.changes.dispose();
  }

  private tell(): void {
    clearImmediate(this.telling);
    this.telling = undefined;
    const { whole, changed, removed, connectionChanged } = this.pending;
    this.pending = nothing();
    const sessions = this.sessions.filter((session) => whole || changed.has(session.sessionId));
    this.changes.fire({ whole, changed: sessions, removed: [...removed], connectionChanged });
  }
}
