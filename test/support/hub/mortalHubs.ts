import assert from 'node:assert/strict';
import type { RestingSession } from '../../../src/extension/hub/domain/claims/rest';
import type { FollowUpSource } from '../../../src/extension/hub/prompts/followUpSource';
import type { Prompts } from '../../../src/extension/hub/prompts/prompts';
import type { PromptChange } from '../../../src/shared/protocol/prompts';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import type { FollowUpCondition } from '../../../src/shared/protocol/session/followUp';
import { waitFixedTime } from '../waitFixedTime';
import type { Random } from '../random';
import { aSession } from '../sessionBuilder';
import { aSource } from './followUpSources';
import { promptsOf } from './somePrompts';

const pid = 4711;

interface PlayedSession {
  /** Undefined while it works. */
  restsSince: number | undefined;
  finishedAt: number | undefined;
  greenAt: number | undefined;
}

interface WrittenFollowUp {
  readonly target: string;
  readonly when: FollowUpCondition;
  readonly max: number;
  readonly writtenAt: number;
  sent: number;
}

/** A hub that dies after a number of steps: from then on it writes and sends nothing. */
class Mortal {
  constructor(private steps: number) {}

  get isDead(): boolean {
    return this.steps <= 0;
  }

  /** Counts a step; returns false if the hub was already dead. */
  step(): boolean {
    if (this.isDead) return false;
    this.steps -= 1;
    return true;
  }
}

/**
 * Sessions that continue while their hub is killed between any two of its writes and sends, and
 * restarted from its disk. Throws if a follow-up is sent too often or too early.
 */
export class MortalHubs {
  now = 1_000_000;
  exceeded: 'session' | 'day' | undefined;
  kills = 0;
  readonly written = new Map<string, WrittenFollowUp>();
  readonly sessions: ReadonlyMap<string, PlayedSession>;
  private readonly facts: { readonly of: string; readonly kind: string; readonly at: number }[] =
    [];
  private readonly wakers = new Set<string>();
  /** Prompts that sessions received and whose hook has not been sent yet. */
  private untold: { readonly sessionId: string; readonly text: string; readonly at: number }[] = [];
  private readonly broken: Error[] = [];
  private hub = new Mortal(Infinity);
  private prompts: Prompts | undefined;

  constructor(
    private readonly home: string,
    sessionIds: readonly string[],
  ) {
    this.sessions = new Map(
      sessionIds.map((id) => [
        id,
        { restsSince: this.now - 10_000, finishedAt: undefined, greenAt: undefined },
      ]),
    );
  }

  /** Starts the next hub from the last one's files; it dies after that many writes and sends. */
  async start(steps = Infinity): Promise<void> {
    const hub = (this.hub = new Mortal(steps));
    this.wakers.clear();
    const prompts = promptsOf(this.home, (sessionId = '') => this.card(sessionId), {
      rest: (sessionId) => this.restOf(sessionId),
      clock: () => this.now,
      isOurs: () => Promise.resolve(hub.step()),
      isInForeground: () => Promise.resolve(!hub.isDead),
      conditions: {
        source: (sessionId) => this.sourceOf(sessionId),
        isReady: () => true,
        exceededBudget: () => this.exceeded,
        testOutput: () => Promise.resolve(undefined),
        machineId: () => undefined,
      },
    });
    this.prompts = prompts;
    await prompts.load();
    for (const sessionId of this.sessions.keys()) this.holdWaker(sessionId);
  }

  get isDead(): boolean {
    return this.hub.isDead;
  }

  async kill(steps: number): Promise<void> {
    this.hub = new Mortal(0);
    this.kills += 1;
    await this.prompts?.close();
    await this.start(steps);
  }

  async close(): Promise<void> {
    await this.prompts?.close();
    this.check();
  }

  check(): void {
    const [first] = this.broken;
    if (first !== undefined) throw first;
  }

  async write(
    id: string,
    target: string,
    when: FollowUpCondition,
    max: number | undefined,
  ): Promise<void> {
    const repeat = max === undefined ? {} : { repeat: { max } };
    this.written.set(id, { target, when, max: max ?? 1, writtenAt: this.now, sent: 0 });
    await this.change(target, { kind: 'add', id, text: `Do ${id} now`, when, ...repeat });
  }

  async change(target: string, change: PromptChange): Promise<void> {
    // A dying hub rejects the change; the person may or may not write it again.
    await this.prompts?.change(target, change).catch(() => undefined);
  }

  /** A person's prompt makes the session work. */
  begin(sessionId: string): void {
    const session = this.session(sessionId);
    session.restsSince = undefined;
    this.update();
  }

  finish(sessionId: string): void {
    const session = this.session(sessionId);
    if (session.restsSince !== undefined) return;
    session.restsSince = session.finishedAt = this.now;
    this.facts.push({ of: sessionId, kind: 'finished', at: this.now });
    this.holdWaker(sessionId);
    this.update();
  }

  passTests(sessionId: string): void {
    this.session(sessionId).greenAt = this.now;
    this.facts.push({ of: sessionId, kind: 'testsGreen', at: this.now });
    this.update();
  }

  /** Sends the hooks of the prompts that sessions received. */
  tell(): void {
    const received = this.untold;
    this.untold = [];
    for (const { sessionId, text, at } of received) {
      const prompt = `<task-notification>${text}</task-notification>`;
      if (!this.isDead)
        this.prompts?.onHook({ sessionId, moment: 'prompt', prompt, promptBy: 'notification' }, at);
    }
  }

  update(): void {
    if (this.isDead) return;
    this.prompts?.update(
      [...this.sessions.keys()].map((id) => this.card(id)),
      [],
    );
  }

  /**
   * Removes prompts whose delivery is uncertain, as a person would, so that the queue continues.
   */
  async removeUncertain(): Promise<void> {
    for (const sessionId of this.sessions.keys()) {
      const { prompts = [] } = this.prompts?.cardOf(this.card(sessionId)) ?? {};
      for (const { id, state } of prompts)
        if (state === 'uncertain') await this.change(sessionId, { kind: 'remove', id });
    }
  }

  /** Advances time by a few seconds and plays one random event. */
  async live(random: Random): Promise<void> {
    const ids = [...this.sessions.keys()];
    const any = (): string => ids[random.between(0, ids.length - 1)] ?? '';
    this.now += random.between(1, 4_000);
    const dice = random.between(0, 9);
    if (dice === 0)
      await this.write(
        `f${this.written.size}`,
        any(),
        aCondition(random, any(), this.now),
        random.between(0, 1) === 0 ? undefined : random.between(2, 4),
      );
    else if (dice === 1) this.begin(any());
    else if (dice <= 4) this.finish(any());
    else if (dice === 5) this.passTests(any());
    else if (dice <= 7) this.tell();
    else if (dice === 8) await this.removeUncertain();
    else {
      const [id, followUp] =
        [...this.written][random.between(0, Math.max(0, this.written.size - 1))] ?? [];
      const held = random.between(0, 1) === 0;
      if (id !== undefined) await this.change(followUp?.target ?? '', { kind: 'hold', id, held });
    }
    this.update();
    await waitFixedTime(random.between(0, 4));
    this.check();
  }

  private take(sessionId: string, text: string): void {
    this.untold.push({ sessionId, text, at: this.now });
    const session = this.session(sessionId);
    session.restsSince = undefined;
    try {
      this.checkSent(text);
    } catch (error) {
      this.broken.push(error as Error);
    }
  }

  /** Checks a sent follow-up: each fact that came after it was written allows one delivery. */
  private checkSent(text: string): void {
    const [id, followUp] =
      [...this.written].find(([one]) => text === `Do ${one} now`) ?? assert.fail(text);
    followUp.sent += 1;
    assert.ok(followUp.sent <= followUp.max, `${id} was sent ${followUp.sent} times`);
    const { when, writtenAt, target } = followUp;
    if (when.kind === 'time') {
      assert.ok(when.at <= this.now && followUp.sent === 1, `${id} was sent at another time`);
      return;
    }
    const kind = when.kind === 'fact' ? when.fact : when.kind;
    const found = this.facts.filter(
      (one) => one.kind === kind && one.of === (when.of ?? target) && one.at > writtenAt,
    );
    assert.ok(found.length >= followUp.sent, `${id} was sent before ${JSON.stringify(when)}`);
  }

  private holdWaker(sessionId: string): void {
    const hub = this.hub;
    if (hub.isDead || this.wakers.has(sessionId)) return;
    if (this.session(sessionId).restsSince === undefined) return;
    this.wakers.add(sessionId);
    this.prompts?.holdWaker({ sessionId, moment: 'turnEnd' }, pid, {
      deliver: (text) => {
        if (!hub.step()) return Promise.resolve(false);
        this.wakers.delete(sessionId);
        this.take(sessionId, text);
        return Promise.resolve(hub.step());
      },
      release: () => undefined,
      onGone: () => undefined,
    });
  }

  private restOf(sessionId: string): RestingSession | undefined {
    const { restsSince } = this.session(sessionId);
    return restsSince === undefined ? undefined : { pid, since: restsSince, broken: false };
  }

  private sourceOf(sessionId: string): FollowUpSource {
    const { restsSince, finishedAt, greenAt } = this.session(sessionId);
    return aSource({
      turnEnd:
        restsSince === undefined || finishedAt === undefined
          ? {}
          : { finishedAt, idleSince: finishedAt },
      tests: greenAt === undefined ? undefined : { ok: true, at: new Date(greenAt).toISOString() },
    });
  }

  private card(sessionId: string): LiveSession {
    return aSession({
      sessionId,
      pid,
      entrypoint: 'cli',
      transcriptPath: '',
      agentState: { group: 'needs_you', state: 'idle' },
    });
  }

  private session(sessionId: string): PlayedSession {
    return this.sessions.get(sessionId) ?? assert.fail(sessionId);
  }
}

function aCondition(random: Random, of: string, now: number): FollowUpCondition {
  switch (random.between(0, 3)) {
    case 0:
      return { kind: 'time', at: now + random.between(0, 20_000) };
    case 1:
      return { kind: 'fact', fact: 'testsGreen', of };
    case 2:
      return { kind: 'finished', of };
    default:
      return { kind: 'finished' };
  }
}
