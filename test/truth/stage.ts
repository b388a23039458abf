import type { ChildProcess } from 'node:child_process';
import type { IsolatedHome } from '../support/claude/isolatedHome';
import type { Step } from '../support/claude/script';
import type { ScriptedApi } from '../support/claude/scriptedApi';
import type { ClientOptions } from '../support/claude/session';
import { ClientStage } from '../support/claude/stage';
import type { WatchedHub } from '../support/watchedHub';
import { loseHooks } from './lostHooks';
import { Recorder } from './newest/recorder';
import { Person } from './person';
import { startPrint, type PrintRun } from './printRun';
import type { Cast } from './scenario';
import { tidy, type TruthChange, type TruthLog } from './truth';

export type OpenOptions = Omit<ClientOptions, 'api' | 'home'>;

/** The environment of a scenario: the clients, a hub that observes them, and simulated persons. */
export class Stage {
  private readonly people: Person[] = [];
  private readonly prints: PrintRun[] = [];

  private constructor(
    readonly cast: Cast,
    private readonly clients: ClientStage,
    readonly hub: WatchedHub,
    private readonly recorder: Recorder | undefined,
  ) {}

  static async open(cast: Cast): Promise<Stage> {
    const { scenario, client: version, hooks, lost, still = false } = cast;
    const settings = { ...scenario.home?.settings, prefersReducedMotion: still };
    const home = { ...scenario.home, settings };
    const clients = await ClientStage.open({ home, version, hooks });
    if (lost !== undefined) await loseHooks(clients.home.settingsFile, lost, scenario.name);
    const { recorded } = cast;
    const recorder = recorded && (await Recorder.start(clients.home, recorded.events));
    const hub = await clients.hub();
    await hub.live();
    // Without this offer, a new hub would hold permission requests until a window connects, and no
    // dialog would appear on the screen.
    await hub.offerControl({ enabled: false });
    return new Stage(cast, clients, hub, recorder);
  }

  play(): Promise<void> {
    return this.cast.scenario.play(this);
  }

  get api(): ScriptedApi {
    return this.clients.api;
  }

  get home(): IsolatedHome {
    return this.clients.home;
  }

  script(marker: string, ...steps: readonly Step[]): void {
    this.clients.script(marker, ...steps);
  }

  /**
   * Starts a client in a separate terminal. By default, it is ready for its first prompt when this
   * resolves.
   */
  async person(options: OpenOptions = {}): Promise<Person> {
    const person = new Person(await this.clients.client(options), this.api);
    this.people.push(person);
    return person;
  }

  /** Starts a `-p` run without waiting for it. */
  print(prompt: string, ...args: readonly string[]): Promise<PrintRun> {
    const run = startPrint(this.clients.command, this.api, this.home, prompt, args);
    this.clients.endsWith(() => run.dispose());
    this.prints.push(run);
    return Promise.resolve(run);
  }

  /** Kills the process when the stage is closed. */
  owns(child: ChildProcess): void {
    this.clients.endsWith(() => void child.kill('SIGKILL'));
  }

  truth(): TruthLog {
    const log = new Map<string, TruthChange[]>();
    const parts = [...this.people, ...this.prints].map((one) => one.truth());
    for (const part of parts) {
      for (const [sessionId, changes] of part) {
        log.set(sessionId, [...(log.get(sessionId) ?? []), ...changes]);
      }
    }
    return new Map([...log].map(([sessionId, changes]) => [sessionId, tidy(changes)]));
  }

  async close(): Promise<void> {
    const rows = await this.recorder?.stop();
    if (rows !== undefined) await this.cast.recorded?.record(rows);
    await this.clients.close();
  }
}
