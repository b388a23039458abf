import { windowOfPhone } from '../../../src/shared/protocol/phoneWindow';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { aSession, type SessionOverrides } from '../sessionBuilder';
import type { StoryStage } from './storyStage';

const states = {
  works: { group: 'autonomous', state: 'acting' },
  asks: { group: 'needs_you', state: 'needs_permission' },
  fails: { group: 'needs_you', state: 'error' },
  idles: { group: 'needs_you', state: 'idle' },
  stops: { group: 'needs_you', state: 'interrupted' },
  compacts: { group: 'autonomous', state: 'compacting' },
  sleeps: { group: 'autonomous', state: 'sleeping' },
  delivers: { group: 'delivered', state: 'merged' },
} as const;

export type StoryState = keyof typeof states;

/** Sessions of another machine, for which only phones are notified. */
export const remoteIds: ReadonlySet<string> = new Set(['s14', 's15']);

/** The sessions of a story, which ask for a person and are answered. */
export class StorySessions {
  private readonly sessions = new Map<string, LiveSession>();
  private machineAway: string | undefined;

  constructor(private readonly stage: StoryStage) {}

  get all(): readonly LiveSession[] {
    return [...this.sessions.values()];
  }

  turn(sessionId: string, state: StoryState, more: SessionOverrides = {}): void {
    const number = Number(sessionId.slice(1));
    const isRemote = remoteIds.has(sessionId);
    const session = aSession({
      sessionId,
      title: `Task ${number}`,
      projectPath: number % 2 === 0 ? '/dev/shop' : '/dev/api',
      projectName: number % 2 === 0 ? 'shop' : 'api',
      pid: number,
      stateSince: new Date(this.stage.clock.now()).toISOString(),
      agentState: states[state],
      ...(isRemote && { machine: this.machine }),
      ...(state === 'asks' && {
        pendingRequest: {
          id: `${sessionId} at ${this.stage.clock.seconds}`,
          toolName: 'Bash',
          toolInput: { command: `make ${number}` },
        },
      }),
      ...more,
    } as SessionOverrides);
    this.sessions.set(sessionId, session);
  }

  private get machine(): LiveSession['machine'] {
    const away = this.machineAway;
    return { id: 'm0123456789abcdef', name: 'gpu-box', ...(away !== undefined && { away }) };
  }

  become(id: string, state: StoryState, more: SessionOverrides = {}): void {
    this.stage.note(`${id} ${state}`);
    this.turn(id, state, more);
    this.stage.hub.update([id]);
  }

  leave(id: string): void {
    this.stage.note(`${id} leaves the board`);
    this.sessions.delete(id);
    this.stage.hub.update([id]);
  }

  answer(): void {
    const asking = [...this.sessions.values()].filter(
      ({ agentState }) => agentState.state === 'needs_permission',
    );
    if (asking.length === 0) return;
    const { sessionId } = this.stage.oneOf(asking);
    const by = this.stage.oneOf(['the terminal', 'w0', ...this.stage.phoneIds.map(windowOfPhone)]);
    this.stage.note(`${sessionId} is answered by ${by}`);
    if (by !== 'the terminal') this.stage.hub.answer({ sessionId, window: by });
    this.become(sessionId, 'works');
  }

  /** Makes more sessions need a person than the limit of notifications to phones. */
  async burst(): Promise<void> {
    for (const id of this.stage.sessionIds) {
      this.become(id, 'works');
      this.become(id, 'asks');
      await this.stage.clock.go(this.stage.random.between(2_000, 3_500));
    }
  }

  /**
   * Simulates a new hub that reads the transcripts: sessions that ask may appear to work at first.
   */
  async read(): Promise<void> {
    const all = [...this.sessions];
    const early = this.stage.random.next() < 0.5 ? all : [];
    for (const [id, { stateSince }] of early) this.turn(id, 'works', { stateSince });
    this.stage.hub.update(this.stage.sessionIds);
    await this.stage.clock.go(this.stage.random.between(1, 3_500));
    for (const [id, session] of early) this.sessions.set(id, session);
    this.stage.hub.update(this.stage.sessionIds);
  }

  /** Lets several sessions hit the account's limit, one after the other. */
  async limit(): Promise<void> {
    const resetsAt = new Date(
      this.stage.clock.now() + this.stage.random.between(1, 90) * 60_000,
    ).toISOString();
    for (let count = this.stage.random.between(1, 4); count > 0; count -= 1) {
      const limit = { resetsAt, goesOn: false, asks: false };
      this.become(this.stage.session, 'fails', { limit });
      await this.stage.clock.go(this.stage.random.between(1, 6_000));
    }
  }

  /** Disconnects or reconnects the other machine. */
  moveMachine(): void {
    this.machineAway =
      this.machineAway === undefined ? new Date(this.stage.clock.now()).toISOString() : undefined;
    this.stage.note(`the machine is ${this.machineAway === undefined ? 'back' : 'away'}`);
    for (const id of remoteIds) {
      const session = this.sessions.get(id);
      if (session !== undefined) this.sessions.set(id, { ...session, machine: this.machine });
    }
    this.stage.hub.update([...remoteIds]);
  }
}
