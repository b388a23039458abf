import { addressOf } from '../../../shared/protocol/machines/address';
import type { SessionMachine } from '../../../shared/protocol/machines/machineNews';
import type { LiveSession, StreamEvent, Summary } from '../../../shared/protocol/protocol';
import { machineSession } from './machineSession';

/** Maximum number of a machine's sessions; further ones are left out. */
const maxSessions = 2_000;
/** Longest id of a session, in characters: together with the machine's id it must fit a call. */
const maxIdLength = 500;
/** Maximum length of all sessions together, in characters of JSON. */
const maxLength = 32 * 1024 * 1024;
/** Maximum length of a summary in characters of JSON; it holds counts and lists of ids. */
const maxSummaryLength = 256 * 1024;

/** Sessions of a machine that are new or changed, and the addresses of removed ones. */
export interface MachineUpdate {
  readonly changed: readonly LiveSession[];
  readonly removed: readonly string[];
}

/** A session as the machine sent it, and its length in characters of JSON. */
interface ReceivedSession {
  readonly session: LiveSession;
  readonly length: number;
}

type SnapshotData = Extract<StreamEvent, { type: 'snapshot' }>['data'];

/** Machine of the sessions, and its clock minus the desk's in ms. */
export interface MachineClock {
  readonly machine: SessionMachine;
  readonly skewMs: number;
}

/** The sessions of one machine: as it sent them, and as this board shows them. */
export class MachineSessions {
  /** Sent sessions by their ids on the machine. */
  private readonly received = new Map<string, ReceivedSession>();
  private readonly shown = new Map<string, LiveSession>();
  private length = 0;
  private parts: ReceivedSession[] = [];
  private partsLength = 0;
  /** Summary of the machine's own board; undefined before the first one. */
  summary: Summary | undefined;

  constructor(private readonly standing: () => MachineClock) {}

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
        this.summarize(event.data);
        return { changed: [], removed: [] };
    }
  }

  /** Drops the parts of an incomplete snapshot when a hub starts to send. */
  resetSnapshot(): void {
    this.parts = [];
    this.partsLength = 0;
  }

  /** Converts all sessions again, since the machine's state or clock changed. */
  convertAgain(): MachineUpdate {
    return { changed: this.store([...this.received.values()]), removed: [] };
  }

  clear(): MachineUpdate {
    this.resetSnapshot();
    this.summary = undefined;
    return { changed: [], removed: [...this.received.keys()].flatMap((id) => this.remove(id)) };
  }

  private applySnapshotPart({ sessions, summary, more = false }: SnapshotData): MachineUpdate {
    for (const sound of sessions.flatMap(receivedSession)) {
      if (this.parts.length >= maxSessions || this.partsLength + sound.length > maxLength) break;
      this.parts.push(sound);
      this.partsLength += sound.length;
    }
    if (more) return { changed: [], removed: [] };
    const whole = this.parts;
    this.resetSnapshot();
    this.summarize(summary);
    const ids = new Set(whole.map(({ session }) => session.sessionId));
    const gone = [...this.received.keys()].filter((sessionId) => !ids.has(sessionId));
    const removed = gone.flatMap((sessionId) => this.remove(sessionId));
    return { changed: this.store(whole), removed };
  }

  private summarize(summary: Summary): void {
    if (JSON.stringify(summary).length > maxSummaryLength) return;
    this.summary = summary;
  }

  private store(sounds: readonly ReceivedSession[]): readonly LiveSession[] {
    const { machine, skewMs } = this.standing();
    return sounds.flatMap((sound) => {
      const { session, length } = sound;
      const { sessionId } = session;
      const before = this.received.get(sessionId);
      if (before === undefined && this.received.size >= maxSessions) return [];
      const next = this.length - (before?.length ?? 0) + length;
      if (next > maxLength) return [];
      const shown = machineSession(session, machine, skewMs);
      this.length = next;
      this.received.set(sessionId, sound);
      this.shown.set(shown.sessionId, shown);
      return [shown];
    });
  }

  /** Removes a session; returns its address if it was shown. */
  private remove(sessionId: string): readonly string[] {
    const told = this.received.get(sessionId);
    if (told === undefined) return [];
    this.received.delete(sessionId);
    this.length -= told.length;
    const address = addressOf({ machineId: this.standing().machine.id, sessionId });
    this.shown.delete(address);
    return [address];
  }
}

function receivedSession(session: LiveSession): readonly ReceivedSession[] {
  if (session.sessionId.length > maxIdLength) return [];
  return [{ session, length: JSON.stringify(session).length }];
}
