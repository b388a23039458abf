import { addressOf } from '../../../shared/protocol/machines/address';
import type { SessionMachine } from '../../../shared/protocol/machines/machineNews';
import type { LiveSession, StreamEvent, Summary } from '../../../shared/protocol/protocol';
import { convertSession } from './machineSession';

/** Maximum number of sessions of a machine; further ones are not shown. */
const maxSessions = 2_000;
/**
 * Maximum length of a session id in characters: with the id of the machine it must fit into a call.
 */
const maxIdLength = 500;
/** Maximum length of all sessions of a machine together, in characters of JSON. */
const maxLength = 32 * 1024 * 1024;
/** Maximum length of a summary in characters of JSON; it holds counts and lists of ids. */
const maxSummaryLength = 256 * 1024;

/** Sessions of a machine that are new or changed, and the addresses of removed ones. */
export interface MachineUpdate {
  readonly changed: readonly LiveSession[];
  readonly removed: readonly string[];
}

/** A session as received from the machine, and its length in characters of JSON. */
interface ReceivedSession {
  readonly session: LiveSession;
  readonly length: number;
}

type SnapshotData = Extract<StreamEvent, { type: 'snapshot' }>['data'];

/** A machine, and its clock minus the clock of the desk in ms. */
export interface MachineClock {
  readonly machine: SessionMachine;
  readonly skewMs: number;
}

/** The sessions of one machine, as received and as this board shows them. */
export class MachineSessions {
  /** Received sessions by their ids on the machine. */
  private readonly received = new Map<string, ReceivedSession>();
  private readonly shown = new Map<string, LiveSession>();
  private length = 0;
  private snapshotParts: ReceivedSession[] = [];
  private snapshotLength = 0;
  /** Summary of the machine's own board; undefined before the first one. */
  summary: Summary | undefined;

  constructor(private readonly machineClock: () => MachineClock) {}

  get all(): readonly LiveSession[] {
    return [...this.shown.values()];
  }

  get size(): number {
    return this.shown.size;
  }

  get(sessionId: string): LiveSession | undefined {
    return this.shown.get(sessionId);
  }

  apply(event: StreamEvent): MachineUpdate {
    switch (event.type) {
      case 'snapshot':
        return this.applySnapshotPart(event.data);
      case 'sessions':
        return { changed: this.store(event.data.flatMap(receivedSession)), removed: [] };
      case 'removed':
        return { changed: [], removed: event.data.flatMap((sessionId) => this.remove(sessionId)) };
      case 'summary':
        this.storeSummary(event.data);
        return { changed: [], removed: [] };
    }
  }

  /**
   * Discards the parts of an incomplete snapshot, because the hub of the machine starts a new one.
   */
  resetSnapshot(): void {
    this.snapshotParts = [];
    this.snapshotLength = 0;
  }

  /**
   * Converts all received sessions again, because the state or the clock of the machine changed.
   */
  convertAll(): MachineUpdate {
    return { changed: this.store([...this.received.values()]), removed: [] };
  }

  clear(): MachineUpdate {
    this.resetSnapshot();
    this.summary = undefined;
    return { changed: [], removed: [...this.received.keys()].flatMap((id) => this.remove(id)) };
  }

  private applySnapshotPart({ sessions, summary, more = false }: SnapshotData): MachineUpdate {
    for (const one of sessions.flatMap(receivedSession)) {
      if (this.snapshotParts.length >= maxSessions || this.snapshotLength + one.length > maxLength)
        break;
      this.snapshotParts.push(one);
      this.snapshotLength += one.length;
    }
    if (more) return { changed: [], removed: [] };
    const complete = this.snapshotParts;
    this.resetSnapshot();
    this.storeSummary(summary);
    const ids = new Set(complete.map(({ session }) => session.sessionId));
    const removedIds = [...this.received.keys()].filter((sessionId) => !ids.has(sessionId));
    const removed = removedIds.flatMap((sessionId) => this.remove(sessionId));
    return { changed: this.store(complete), removed };
  }

  private storeSummary(summary: Summary): void {
    if (JSON.stringify(summary).length > maxSummaryLength) return;
    this.summary = summary;
  }

  private store(sessions: readonly ReceivedSession[]): readonly LiveSession[] {
    const { machine, skewMs } = this.machineClock();
    return sessions.flatMap((one) => {
      const { session, length } = one;
      const { sessionId } = session;
      const before = this.received.get(sessionId);
      if (before === undefined && this.received.size >= maxSessions) return [];
      const nextLength = this.length - (before?.length ?? 0) + length;
      if (nextLength > maxLength) return [];
      const shown = convertSession(session, machine, skewMs);
      this.length = nextLength;
      this.received.set(sessionId, one);
      this.shown.set(shown.sessionId, shown);
      return [shown];
    });
  }

  /** Removes a session; returns its address if it was shown. */
  private remove(sessionId: string): readonly string[] {
    const known = this.received.get(sessionId);
    if (known === undefined) return [];
    this.received.delete(sessionId);
    this.length -= known.length;
    const address = addressOf({ machineId: this.machineClock().machine.id, sessionId });
    this.shown.delete(address);
    return [address];
  }
}

function receivedSession(session: LiveSession): readonly ReceivedSession[] {
  if (session.sessionId.length > maxIdLength) return [];
  return [{ session, length: JSON.stringify(session).length }];
}
