import type { BoardChange, BoardModel } from '../../../src/extension/link/boardModel';
import { Emitter } from '../../../src/extension/util/emitter';
import { compareSessions, sectionOf, type Section } from '../../../src/shared/board/boardOrder';
import type { Connection } from '../../../src/shared/messages/pageMessages';
import type { LiveSession, Summary } from '../../../src/shared/protocol/protocol';
import { aSummary } from '../sessionBuilder';

/** A window's board that a test fills; it emits changes like the real one. */
export class FakeBoard implements BoardModel {
  private readonly changes = new Emitter<BoardChange>();
  readonly onDidChange = this.changes.event;
  connection: Connection = 'live';
  sessions: readonly LiveSession[];
  scan: Summary['scan'];
  stranded: Summary['stranded'];
  machines: Summary['machines'];
  grants: Summary['grants'];

  constructor(sessions: readonly LiveSession[] = []) {
    this.sessions = [...sessions].sort(compareSessions);
  }

  get summary(): Summary {
    const { scan, stranded, machines, grants } = this;
    const fields = { ...(machines && { machines }), ...(grants && { grants }) };
    return { ...aSummary(this.sessions, { scan, stranded }), ...fields };
  }

  inSection(section: Section): readonly LiveSession[] {
    return this.sessions.filter((session) => sectionOf(session) === section);
  }

  get(sessionId: string): LiveSession | undefined {
    return this.sessions.find((session) => session.sessionId === sessionId);
  }

  /** Adds or replaces these sessions. */
  put(...sessions: readonly LiveSession[]): void {
    const ids = new Set(sessions.map(({ sessionId }) => sessionId));
    const others = this.sessions.filter(({ sessionId }) => !ids.has(sessionId));
    this.sessions = [...others, ...sessions].sort(compareSessions);
    this.tell({ changed: sessions });
  }

  remove(...removed: readonly string[]): void {
    this.sessions = this.sessions.filter(({ sessionId }) => !removed.includes(sessionId));
    this.tell({ removed });
  }

  connect(connection: Connection): void {
    this.connection = connection;
    this.tell({ connectionChanged: true });
  }

  tell(change: Partial<BoardChange>): void {
    this.changes.fire({
      whole: false,
      changed: [],
      removed: [],
      connectionChanged: false,
      ...change,
    });
  }
}
