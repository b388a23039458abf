import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as path from 'node:path';
import { startRunner } from '../../../src/extension/views/boardSession/startRunner';
import { newRunnerKey } from '../../../src/extension/util/keys/runnerKey';
import type { PromptAnswer } from '../../../src/shared/protocol/prompts';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import type { RunnerJob } from '../../../src/shared/protocol/runner';
import { threadScripts } from '../hub/process/threadScripts';
import { testSigner } from '../hub/testSigner';
import { until } from '../until';
import type { WatchedHub } from '../watchedHub';
import type { IsolatedHome } from './isolatedHome';
import type { ScriptedApi } from './scriptedApi';
import { ClientStage, type StageOptions } from './stage';

const patienceMs = 40_000;

/**
 * Sessions of the real client that the board starts without a terminal, and a hub whose only window
 * is the test.
 */
export class BoardSessions {
  /** Messages shown to the person about runners that failed after their start. */
  readonly problems: string[] = [];
  private readonly started = new Set<string>();

  private constructor(
    private readonly stage: ClientStage,
    private running: WatchedHub,
  ) {}

  static async open(
    hooks: boolean,
    options: Omit<StageOptions, 'hooks'> = {},
  ): Promise<BoardSessions> {
    const stage = await ClientStage.open({ ...options, hooks });
    return new BoardSessions(stage, await stage.hub());
  }

  async close(): Promise<void> {
    for (const id of this.started) await this.hub.act(id, 'terminate').catch(() => undefined);
    await this.stage.close();
  }

  get hub(): WatchedHub {
    return this.running;
  }

  get api(): ScriptedApi {
    return this.stage.api;
  }

  get home(): IsolatedHome {
    return this.stage.home;
  }

  /** Path of the client. */
  get client(): string {
    return this.stage.command;
  }

  async startHub(): Promise<void> {
    this.running = await this.stage.hub();
  }

  /** Job of a runner with that prompt, in the home's project. */
  job(prompt: string, change: Partial<RunnerJob> = {}): RunnerJob {
    const sessionId = change.sessionId ?? randomUUID();
    return {
      configHome: this.home.configHome,
      command: `'${this.client}'`,
      folder: this.home.project,
      sessionId,
      resume: false,
      prompt,
      key: newRunnerKey(testSigner, 'hub', sessionId),
      ...change,
    };
  }

  /** Starts a session without a terminal; returns its id once it is on the board. */
  async start(prompt: string, change: Partial<RunnerJob> = {}): Promise<string> {
    const job = this.job(prompt, { mode: 'default', ...change });
    const runner = path.join(threadScripts(), 'runner.js');
    // The hub does not hold a request while no window can answer it.
    await this.hub.live();
    await this.hub.offerControl();
    const environment = { ...process.env, ...this.home.environment(this.api.url) };
    await startRunner(runner, job, (problem) => this.problems.push(problem), environment);
    const { sessionId } = job;
    this.started.add(sessionId);
    await this.hub.waitFor('the session', (one) => one.sessionId === sessionId, patienceMs);
    return sessionId;
  }

  when(id: string, what: string, fits: (session: LiveSession) => boolean): Promise<LiveSession> {
    return this.hub.waitFor(
      what,
      (session) => session.sessionId === id && fits(session),
      patienceMs,
    );
  }

  answerable(id: string): Promise<LiveSession> {
    return this.when(
      id,
      'a request',
      ({ pendingRequest }) => pendingRequest?.call?.answerable === true,
    );
  }

  /** Waits until the model has sent this many answers and the session is idle. */
  async rests(id: string, marker: string, answers: number): Promise<LiveSession> {
    await until(
      () => this.api.turns(marker).length,
      (count) => assert.equal(count, answers),
      patienceMs,
    );
    return this.when(id, 'a rest', ({ agentState, prompting, pendingRequest }) => {
      const { state } = agentState;
      const isIdle = state === 'idle' || state === 'interrupted' || state === 'awaiting_input';
      return isIdle && prompting?.way === 'runner' && pendingRequest === undefined;
    });
  }

  gone(id: string): Promise<LiveSession> {
    return this.when(
      id,
      'its end',
      ({ pid, prompting }) => pid === undefined && prompting?.way === undefined,
    );
  }

  async end(id: string): Promise<void> {
    await until(
      () => this.hub.act(id, 'end'),
      (outcome) => assert.equal(outcome, 'done'),
    );
    await this.gone(id);
  }

  send(id: string, text: string): Promise<PromptAnswer> {
    return this.hub.changePrompts(id, { kind: 'add', id: randomUUID(), text });
  }
}
