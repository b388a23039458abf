import assert from 'node:assert/strict';
import type { RestingSession } from '../../../src/extension/hub/domain/claims/rest';
import type { FollowUpSource } from '../../../src/extension/hub/prompts/followUpSource';
import type { Prompts } from '../../../src/extension/hub/prompts/prompts';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import { StartClaims } from '../../../src/extension/util/hub/startClaims';
import type { PromptChange } from '../../../src/shared/protocol/prompts';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { aSession } from '../sessionBuilder';
import { until } from '../until';
import { waitFixedTime } from '../waitFixedTime';
import { aSource } from './followUpSources';
import { promptsOf } from './somePrompts';

const pid = 4711;

/** The work of a session on a prompt before its turn ends. */
export type Work = (session: NightSession, now: number) => void;

/** A session, whose facts have the time at which they came true. */
export interface NightSession {
  /** Undefined while it works. */
  restsSince: number | undefined;
  finishedAt: number | undefined;
  tests: FollowUpSource['tests'];
  readonly facts: FollowUpSource['facts'][number][];
  endedAt: number | undefined;
}

/** A prompt that a session received, or with which a session was started. */
export interface Delivery {
  /** `new` for a started session. */
  readonly to: string;
  readonly text: string;
  readonly at: number;
}

/** Minutes in ms that a turn takes. */
const turnMs = 4 * 60_000;
/** Time in ms by which the clock advances between two looks. */
const tickMs = 20_000;

/**
 * A night on a clock of its own: sessions that work on each prompt for some minutes, a window that
 * starts new ones, and a hub that can be restarted. It records every prompt that anybody received.
 */
export class NightShift {
  readonly deliveries: Delivery[] = [];
  readonly sessions: ReadonlyMap<string, NightSession>;
  private readonly started = new Map<string, string>();
  private readonly claims: StartClaims;
  /** Prompts on which sessions work, with the time at which the turn ends. */
  private readonly turns = new Map<string, { readonly text: string; readonly endsAt: number }>();
  private untold: { readonly sessionId: string; readonly text: string; readonly at: number }[] = [];
  private readonly wakers = new Set<string>();
  private prompts: Prompts | undefined;

  constructor(
    private readonly home: string,
    sessionIds: readonly string[],
    public now: number,
    private readonly workOn: (text: string) => Work | undefined,
  ) {
    this.claims = new StartClaims(new PrivateFolder(home));
    this.sessions = new Map(
      sessionIds.map((id) => [
        id,
        {
          restsSince: now - 60_000,
          finishedAt: now - 60_000,
          tests: undefined,
          facts: [],
          endedAt: undefined,
        },
      ]),
    );
  }

  /** Starts the hub, or the next one with the files of the last. */
  async startHub(): Promise<void> {
    await this.close();
    this.wakers.clear();
    const prompts = promptsOf(this.home, (sessionId = '') => this.card(sessionId), {
      get: (sessionId) =>
        this.sessions.has(sessionId) || this.started.has(sessionId)
          ? this.card(sessionId)
          : undefined,
      rest: (sessionId) => this.restOf(sessionId),
      clock: () => this.now,
      startersIn: () => ['window'],
      windows: {
        sendOrder: async (_window, order, _ms, commit = () => Promise.resolve(true)) => {
          assert.ok(order.type === 'startSession');
          if (!(await commit()) || !(await this.claims.claim(order.sessionId))) return 'silent';
          this.started.set(order.sessionId, order.text);
          this.deliveries.push({ to: 'new', text: order.text, at: this.now });
          return 'taken';
        },
      },
      conditions: {
        source: (sessionId) => this.sourceOf(sessionId),
        isReady: () => true,
        exceededBudget: () => undefined,
        testOutput: () => Promise.resolve(undefined),
        machineId: () => undefined,
      },
    });
    this.prompts = prompts;
    await prompts.load();
    for (const sessionId of this.sessions.keys()) this.holdWaker(sessionId);
  }

  async close(): Promise<void> {
    await this.prompts?.close();
  }

  async change(sessionId: string, change: PromptChange): Promise<void> {
    assert.ok(typeof (await this.prompts?.change(sessionId, change)) === 'object');
  }

  /** A person's own prompt, typed into the terminal of the session. */
  type(sessionId: string, text: string): void {
    this.receive(sessionId, text);
  }

  /** Lets the night go on until the check passes. */
  async liveUntil(check: () => void): Promise<void> {
    await until(() => this.tick(), check, 30_000);
  }

  /** Lets the night go on for a number of looks at which nothing is expected. */
  async live(ticks: number): Promise<void> {
    for (let time = 0; time < ticks; time++) {
      this.tick();
      await waitFixedTime(10);
    }
  }

  private tick(): void {
    this.now += tickMs;
    for (const { sessionId, text, at } of this.untold.splice(0)) {
      const prompt = `<task-notification>${text}</task-notification>`;
      this.prompts?.onHook({ sessionId, moment: 'prompt', prompt, promptBy: 'notification' }, at);
    }
    for (const [sessionId, { text, endsAt }] of this.turns) {
      if (endsAt > this.now) continue;
      this.turns.delete(sessionId);
      const session = this.session(sessionId);
      this.workOn(text)?.(session, this.now - 1_000);
      session.restsSince = session.finishedAt = this.now;
      this.holdWaker(sessionId);
    }
    const cards = [...this.sessions.keys(), ...this.started.keys()].map((id) => this.card(id));
    this.prompts?.update(cards, []);
  }

  private receive(sessionId: string, text: string): void {
    this.session(sessionId).restsSince = undefined;
    this.turns.set(sessionId, { text, endsAt: this.now + turnMs });
  }

  private holdWaker(sessionId: string): void {
    const { restsSince, endedAt } = this.session(sessionId);
    if (restsSince === undefined || endedAt !== undefined || this.wakers.has(sessionId)) return;
    this.wakers.add(sessionId);
    this.prompts?.holdWaker({ sessionId, moment: 'turnEnd' }, pid, {
      deliver: (text) => {
        this.wakers.delete(sessionId);
        this.deliveries.push({ to: sessionId, text, at: this.now });
        this.untold.push({ sessionId, text, at: this.now });
        this.receive(sessionId, text);
        return Promise.resolve(true);
      },
      release: () => undefined,
      onGone: () => undefined,
    });
  }

  private restOf(sessionId: string): RestingSession | undefined {
    const { restsSince, endedAt } = this.sessions.get(sessionId) ?? {};
    if (restsSince === undefined || endedAt !== undefined) return undefined;
    return { pid, since: restsSince, broken: false };
  }

  private sourceOf(sessionId: string): FollowUpSource | undefined {
    const session = this.sessions.get(sessionId);
    if (session === undefined) return undefined;
    const { restsSince, finishedAt, tests, facts, endedAt } = session;
    const isFinished = restsSince !== undefined && finishedAt !== undefined;
    return aSource({
      turnEnd: isFinished ? { finishedAt, idleSince: restsSince } : {},
      isLiving: endedAt === undefined,
      endedAt,
      tests,
      facts,
    });
  }

  private card(sessionId: string): LiveSession {
    const text = this.started.get(sessionId);
    const isLiving = this.sessions.get(sessionId)?.endedAt === undefined;
    return aSession({
      sessionId,
      pid: isLiving ? pid : undefined,
      entrypoint: 'cli',
      transcriptPath: '',
      ...(text !== undefined && { lastPrompt: text }),
      agentState: isLiving
        ? { group: 'needs_you', state: 'idle' }
        : { group: 'delivered', state: 'session_ended' },
    });
  }

  private session(sessionId: string): NightSession {
    return this.sessions.get(sessionId) ?? assert.fail(sessionId);
  }
}
