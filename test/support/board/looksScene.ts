import assert from 'node:assert/strict';
import { Looks } from '../../../src/extension/hub/looks/looks';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import type { Digest } from '../../../src/shared/protocol/looks';
import type { LiveSession, Summary } from '../../../src/shared/protocol/protocol';
import { aSession, type SessionOverrides } from '../sessionBuilder';

export const minute = 60_000;
/** Start time of every scene, in ms since 1970. */
export const sceneStart = Date.parse('2026-03-02T14:00:00.000Z');

/** A hub's board and the people in front of it, on a fake clock. */
export class LooksScene {
  now = sceneStart;
  watched = new Set<string>();
  usd = 0;
  scan: Summary['scan'];
  readonly errors: unknown[] = [];
  readonly touched: string[] = [];
  looks: Looks;
  private readonly sessions = new Map<string, LiveSession>();
  private readonly folder: PrivateFolder;

  private readonly onlookers = {
    trackTerminal: () => undefined,
    isSeen: ({ sessionId }: LiveSession) => this.onlookers.isHere && this.watched.has(sessionId),
    isHere: false,
    inFront: [] as readonly string[],
  };

  constructor(
    home: string,
    private readonly restMs = 0,
  ) {
    this.folder = new PrivateFolder(home);
    this.looks = this.begin();
  }

  begin(): Looks {
    this.looks = new Looks({
      folder: this.folder,
      onError: (error) => this.errors.push(error),
      onlookers: this.onlookers,
      session: (sessionId) => this.sessions.get(sessionId),
      touch: (sessionId) => this.touched.push(sessionId),
      refresh: () => undefined,
      spentSince: () => this.usd,
      clock: () => this.now,
      restMs: this.restMs,
    });
    return this.looks;
  }

  /** Starts the next hub with empty memory; it reads what the last one stored. */
  async restart(isClean = true): Promise<void> {
    if (isClean) await this.looks.close();
    this.begin();
    await this.looks.load();
  }

  async first(): Promise<void> {
    await this.looks.load();
    this.looks.trust();
    this.person(true);
    this.digest(); // The hub counts the digest at each refresh, too.
  }

  person(isHere: boolean, inFront: readonly string[] = []): void {
    Object.assign(this.onlookers, { isHere, inFront });
    this.looks.onPresence();
  }

  put(sessionId: string, more: SessionOverrides = {}): boolean {
    const stateSince = new Date(this.now).toISOString();
    const session = aSession({ sessionId, stateSince, lastPrompt: 'Go on', ...more });
    this.sessions.set(sessionId, session);
    return this.looks.isUnseen(session);
  }

  runs(sessionId: string): boolean {
    return this.put(sessionId);
  }

  rests(sessionId: string, more: SessionOverrides = {}): boolean {
    return this.put(sessionId, { agentState: { group: 'needs_you', state: 'idle' }, ...more });
  }

  /** Adds a session at rest without reporting it to the hub. */
  rested(sessionId: string): LiveSession {
    const stateSince = new Date(this.now).toISOString();
    const agentState = { group: 'needs_you', state: 'idle' } as const;
    const session = aSession({ sessionId, stateSince, lastPrompt: 'Go on', agentState });
    this.sessions.set(sessionId, session);
    return session;
  }

  blocks(sessionId: string): boolean {
    return this.put(sessionId, { agentState: { group: 'needs_you', state: 'needs_permission' } });
  }

  ends(sessionId: string): boolean {
    return this.put(sessionId, { agentState: { group: 'delivered', state: 'ended' } });
  }

  again(sessionId: string): boolean {
    const session = this.sessions.get(sessionId);
    assert(session);
    return this.looks.isUnseen(session);
  }

  wait(minutes: number): void {
    this.now += minutes * minute;
  }

  digest(): Digest | undefined {
    return this.looks.digest(this.now, this.scan);
  }
}

export const outcome = (at: number, more: Partial<NonNullable<LiveSession['outcome']>> = {}) => ({
  outcome: { commits: 0, pulls: [], at: new Date(at).toISOString(), ...more },
});
export const pull = (number: number) => ({
  number,
  url: `https://github.com/dev/proj/pull/${number}`,
});
