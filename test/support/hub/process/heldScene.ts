import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { HubConnection } from '../../../../src/extension/runner/hubConnection';
import { EditorKeys } from '../../../../src/extension/util/keys/editorKeys';
import { newRunnerKey } from '../../../../src/extension/util/keys/runnerKey';
import { newPrivateKey, signerOf } from '../../../../src/extension/util/keys/signing';
import { silentLog } from '../../../../src/extension/util/log';
import { relayScript, runRelay } from '../../../integration/relay/relayRun';
import { answering } from '../../phone/phoneAnswer';
import { TestDesk } from '../../phone/testDesk';
import type { TestPhone } from '../../phone/testPhone';
import { until } from '../../until';
import { aHook } from '../hooks';
import { removeHome, tempHome } from '../tempHome';
import { freePorts } from '../wire/freePorts';
import { killDetachedHubs, waitForDetachedHub, servingHub } from './detachedHubs';
import { secretsIn } from './secretsInFile';
import type { WindowPlan } from './bareWindow';
import { WindowHere, WindowProcess, type SceneWindow } from './windowProcess';

/** An answer that did not reach its client within this time, in ms, is repeated. */
const againMs = 500;

/** A request that a relay or a runner has sent to the hub. */
interface Waiting {
  readonly sessionId: string;
  /** Answer to the client; empty if the request was left to its terminal. */
  readonly answer: Promise<string>;
}

/** Files of a config home with its phones and their keys. */
const phoneFiles = ['phones.json', 'phone-keys.json'];

/** Bundles that all scenes share. */
export interface SceneBundles {
  /** Bundle of the hub. */
  readonly script: string;
  /** Bundle of `windowProcessMain.ts`. */
  readonly window: string;
}

/** Windows and a phone of one person, and requests that wait for an answer. */
export class HeldScene {
  readonly windows: SceneWindow[] = [];
  phone: TestPhone | undefined;
  readonly waiting: Waiting[] = [];
  private readonly closing = new AbortController();
  private readonly runners: HubConnection[] = [];

  private constructor(
    private readonly bundles: SceneBundles,
    /** Path of the hub's bundle that is unique to this scene, to identify its processes. */
    private readonly script: string,
    private readonly home: string,
    private readonly ports: readonly number[],
    private readonly phonePorts: readonly number[],
  ) {}

  static async make(bundles: SceneBundles): Promise<HeldScene> {
    const home = await tempHome();
    const folder = path.join(home, 'bundle');
    await fs.symlink(path.dirname(bundles.script), folder);
    const script = path.join(folder, path.basename(bundles.script));
    const [ports, phonePorts] = [await freePorts(3), await freePorts(3)];
    return new HeldScene(bundles, script, home, ports, phonePorts);
  }

  /** Another scene with the same bundles. */
  static like(other: HeldScene): Promise<HeldScene> {
    return HeldScene.make(other.bundles);
  }

  /** A scene without windows that reuses the phone paired in another one. */
  static async withPhoneOf(other: HeldScene): Promise<HeldScene> {
    const scene = await HeldScene.like(other);
    await fs.copyFile(other.secrets(), scene.secrets());
    await fs.mkdir(scene.folder, { mode: 0o700 });
    for (const name of phoneFiles) {
      await fs.copyFile(path.join(other.folder, name), path.join(scene.folder, name));
    }
    scene.phone = other.phone?.twin();
    return scene;
  }

  private get folder(): string {
    return path.join(this.home, 'mission-control');
  }

  /** Opens a window in this process. */
  open(plan: Partial<WindowPlan> = {}): Promise<WindowHere> {
    return this.opened(new WindowHere(this.planOf(plan)));
  }

  /** Opens a window in its own process, which can crash. */
  openProcess(plan: Partial<WindowPlan> = {}): Promise<WindowProcess> {
    return this.opened(new WindowProcess(this.bundles.window, this.planOf(plan)));
  }

  private planOf(change: Partial<WindowPlan>): WindowPlan {
    const { script, home, ports, phonePorts } = this;
    const secrets = this.secrets();
    const usual = { release: '1.0.0', secrets, settings: {}, isTrusted: true };
    return { home, script, ports, phonePorts, ...usual, ...change };
  }

  private async opened<W extends SceneWindow>(window: W): Promise<W> {
    this.windows.push(window);
    await window.waitFor(({ connection }) => assert.equal(connection, 'live'));
    return window;
  }

  /** File with the secrets of an editor. */
  secrets(editor = 'editor'): string {
    return path.join(this.home, `${editor}.secrets`);
  }

  async pair(verdict: 'watch' | 'answer' = 'answer'): Promise<void> {
    const desk = await this.desk();
    this.phone = await desk.phone(verdict);
    desk.close();
    await this.hubChanged();
    await this.connected();
  }

  /**
   * Gives the phone the hub's current port: another program may have taken the killed hub's port.
   */
  async findPhoneAgain(): Promise<void> {
    const desk = await this.desk();
    const { port } = await desk.calls.call('listenForPhones', {});
    desk.close();
    this.phone?.moveTo(`http://localhost:${port}/`);
  }

  private desk(): Promise<TestDesk> {
    const keys = new EditorKeys(secretsIn(this.secrets()), silentLog);
    return TestDesk.open(this.home, this.ports, keys);
  }

  /**
   * Waits for a hub outside the windows' processes, other than `before`; returns its process id.
   */
  async hubChanged(before?: number): Promise<number> {
    const pid = await waitForDetachedHub(this.script, this.home, before, 60_000);
    for (const window of this.windows.filter(({ hasEnded }) => !hasEnded)) {
      await window.waitFor(({ connection }) => assert.equal(connection, 'live'));
    }
    return pid;
  }

  async killHub(): Promise<void> {
    process.kill(await servingHub(this.home), 'SIGKILL');
  }

  /** Reconnects the phone to the current hub. */
  async connected(): Promise<void> {
    const { phone } = this;
    assert.ok(phone);
    await phone.reconnect();
  }

  /**
   * Sends requests; resolves once these windows can answer them. With a runner the first request
   * comes from it, the others from relays; `inHaste` replaces the relays' `sleep` by an empty
   * program.
   */
  async hold({
    windows = this.windows,
    count = 4,
    runner = true,
    inHaste = false,
  }: {
    readonly windows?: readonly SceneWindow[];
    readonly count?: number;
    readonly runner?: boolean;
    readonly inHaste?: boolean;
  } = {}): Promise<void> {
    const env = inHaste ? await this.withoutSleep() : {};
    this.ask(count, ({ number, sessionId, payload }) =>
      runner && number === 0 ? this.byRunner(sessionId, payload) : this.byRelay(payload, env),
    );
    for (const window of windows) await this.canAnswer(window);
  }

  private async withoutSleep(): Promise<NodeJS.ProcessEnv> {
    const bin = path.join(this.home, 'bin');
    await fs.mkdir(bin);
    await fs.writeFile(path.join(bin, 'sleep'), '#!/bin/sh\n', { mode: 0o755 });
    return { PATH: `${bin}:${process.env['PATH']}` };
  }

  private ask(
    count: number,
    bring: (request: {
      readonly number: number;
      readonly sessionId: string;
      readonly payload: object;
    }) => Promise<string>,
  ): void {
    for (let number = 0; number < count; number += 1) {
      const sessionId = `5e551011-0000-4000-8000-0000000001${String(number).padStart(2, '0')}`;
      const payload = aHook('PermissionRequest', {
        session_id: sessionId,
        transcript_path: `/home/dev/.claude/projects/-home-dev-shop/${sessionId}.jsonl`,
        tool_name: 'Bash',
        tool_input: { command: `make ${number}` },
      });
      this.waiting.push({ sessionId, answer: bring({ number, sessionId, payload }) });
    }
  }

  /** Waits until the window can answer these requests. */
  canAnswer(window: SceneWindow, waiting: readonly Waiting[] = this.waiting): Promise<unknown> {
    const ids = waiting.map(({ sessionId }) => sessionId);
    return window.waitFor(({ connection, answerable }) => {
      const notes = window.notes.join('\n');
      const missing = ids.filter((id) => !answerable.includes(id));
      assert.deepEqual([connection, missing], ['live', []], notes);
    });
  }

  /** Answers the requests in the window; resolves once their clients have received the answers. */
  async answerIn(window: SceneWindow, waiting: readonly Waiting[] = this.waiting): Promise<void> {
    await this.canAnswer(window, waiting);
    const left = new Map(waiting.map(({ sessionId, answer }) => [sessionId, answer]));
    for (const [sessionId, answer] of left) void answer.then(() => left.delete(sessionId));
    // A window that has just lost its hub still shows the old board, and its answers have no
    // effect, so they are repeated.
    let saidAt = -Infinity;
    await until(
      () => {
        if (performance.now() - saidAt > againMs) {
          for (const sessionId of left.keys()) window.allow(sessionId);
          saidAt = performance.now();
        }
        return [...left.keys()];
      },
      (ids) => assert.deepEqual(ids, [], window.notes.join('\n')),
      60_000,
    );
    await areAllowed(waiting);
  }

  async answerOnPhone(waiting: readonly Waiting[] = this.waiting): Promise<void> {
    const { phone } = this;
    assert.ok(phone);
    await this.connected();
    for (const { sessionId } of waiting) {
      const session = await until(
        () =>
          phone
            .pages('snapshot')
            .flatMap(({ sessions }) => sessions)
            .concat(phone.pages('update').flatMap(({ changed }) => changed))
            .findLast((one) => one.sessionId === sessionId),
        (one) => assert.equal(one?.pendingRequest?.call?.answerable, true),
        60_000,
      );
      assert.ok(session);
      await phone.tell(answering(session));
    }
    await areAllowed(waiting);
  }

  async dispose(): Promise<void> {
    this.closing.abort();
    for (const runner of this.runners) runner.close();
    await Promise.all(this.windows.map((window) => window.dispose()));
    await killDetachedHubs(this.script);
    await Promise.all(this.waiting.map(({ answer }) => answer));
    await removeHome(this.home);
  }

  private async byRelay(payload: object, env: NodeJS.ProcessEnv = {}): Promise<string> {
    const { stdout } = await runRelay({
      env: { ...env, CLAUDE_CONFIG_DIR: this.home },
      // Each client is a separate process, because the hub assigns one process to one session.
      command: ['sh', '-c', 'sh "$0" --wait; :', relayScript],
      input: JSON.stringify(payload),
    });
    return stdout;
  }

  /** Sends a request like the runner of a session without a terminal. */
  private async byRunner(sessionId: string, payload: object): Promise<string> {
    const key = newRunnerKey(signerOf(newPrivateKey()), '', sessionId);
    const runner = new HubConnection(this.home, sessionId, key, () => undefined);
    this.runners.push(runner);
    void runner.run();
    return JSON.stringify(await runner.decide(payload, this.closing.signal)) ?? '';
  }
}

async function areAllowed(waiting: readonly Waiting[]): Promise<void> {
  for (const answer of await Promise.all(waiting.map((one) => one.answer))) {
    assert.match(answer, /"behavior":"allow"/u);
  }
}
