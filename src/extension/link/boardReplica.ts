import { compareSessions, type Section } from '../../shared/board/boardOrder';
import type { Connection } from '../../shared/messages/pageMessages';
import type { LiveSession, StreamEvent, Summary } from '../../shared/protocol/protocol';
import { SortedSessions } from '../../shared/board/sortedSessions';
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

function noChanges(): {
  whole: boolean;
  connectionChanged: boolean;
  readonly changed: Set<string>;
  readonly removed: Set<string>;
} {
  return { whole: false, connectionChanged: false, changed: new Set(), removed: new Set() };
}

/** A window's copy of the board, fed by the stream. It keeps its last state while the hub is unreachable. */
export class BoardReplica implements BoardModel, Disposable {
  private readonly sorted = new SortedSessions();
  private readonly changes = new Emitter<BoardChange>();
  readonly onDidChange = this.changes.event;
  private hubSummary: Summary = emptySummary;
  private state: Connection = 'connecting';
  private pending = noChanges();
  private publishTimer: NodeJS.Immediate | undefined;

  get connection(): Connection {
    return this.state;
  }

  get sessions(): readonly LiveSession[] {
    return this.sorted.all;
  }

  inSection(section: Section): readonly LiveSession[] {
    return this.sorted.in(section);
  }

  /** Counts come from the listed sessions; cost and tokens come from the hub. */
  get summary(): Summary {
    const { sorted } = this;
    return {
      ...this.hubSummary,
      needsYouCount: sorted.countOf('needs_you'),
      autonomousCount: sorted.countOf('autonomous'),
      deliveredCount: sorted.countOf('delivered'),
    };
  }

  get(sessionId: string): LiveSession | undefined {
    return this.sorted.get(sessionId);
  }

  apply(event: StreamEvent): void {
    switch (event.type) {
      case 'snapshot':
        this.sorted.replace(event.data.sessions);
        this.hubSummary = event.data.summary;
        this.pending.whole = true;
        this.pending.connectionChanged ||= this.state !== 'live';
        this.state = 'live';
        break;
      case 'sessions':
        for (const session of event.data) {
          this.sorted.put(session);
          this.pending.changed.add(session.sessionId);
          this.pending.removed.delete(session.sessionId);
        }
        break;
      case 'removed':
        for (const sessionId of event.data) {
          this.sorted.delete(sessionId);
          this.pending.changed.delete(sessionId);
          this.pending.removed.add(sessionId);
        }
        break;
      case 'summary':
        this.hubSummary = event.data;
        break;
    }
    // All events of one turn of the event loop are published as one change.
    this.publishTimer ??= setImmediate(() => this.publish());
  }

  setConnection(connection: Connection): void {
    if (connection === this.state) return;
    this.state = connection;
    this.pending.connectionChanged = true;
    this.publish();
  }

  /** Clears the board; it stays empty until the next snapshot. */
  switchOff(): void {
    this.sorted.replace([]);
    this.hubSummary = emptySummary;
    this.pending.whole = true;
    this.setConnection('off');
  }

  dispose(): void {
    clearImmediate(this.publishTimer);
    this.changes.dispose();
  }

  private publish(): void {
    clearImmediate(this.publishTimer);
    this.publishTimer = undefined;
    const { whole, changed, removed, connectionChanged } = this.pending;
    this.pending = noChanges();
    this.changes.fire({
      whole,
      changed: whole ? this.sessions : this.sessionsWith(changed),
      removed: [...removed],
      connectionChanged,
    });
  }

  private sessionsWith(ids: ReadonlySet<string>): readonly LiveSession[] {
    const sessions = [...ids].flatMap((sessionId) => this.sorted.get(sessionId) ?? []);
    return sessions.sort(compareSessions);
  }
}
