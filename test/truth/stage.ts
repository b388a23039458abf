import type { ChildProcess } from 'node:child_process';
import { installClient } from '../support/claude/install';
import { IsolatedHome } from '../support/claude/isolatedHome';
import type { Step } from '../support/claude/script';
import { script } from '../support/claude/script';
import { ScriptedApi } from '../support/claude/scriptedApi';
import { startClient, type ClientOptions } from '../support/claude/session';
import { installHooks, WatchedHub } from '../support/watchedHub';
import { loseHooks } from './lostHooks';
import { Person } from './person';
import { startPrint, type PrintRun } from './printRun';
import type { Cast } from './scenario';
import { tidy, type TruthChange, type TruthLog } from './truth';

export type OpenOptions = Omit<ClientOptions, 'api' | 'home'>;

/** Where a scenario is played: an isolated home, a scripted API, a hub that watches, and terminals. */
export class Stage {
  private readonly people: Person[] = [];
  private readonly prints: PrintRun[] = [];
  private readonly closing: (() => Promise<void> | void)[] = [];

  private constructor(
    readonly cast: Cast,
    readonly api: ScriptedApi,
    readonly home: IsolatedHome,
    readonly hub: WatchedHub,
  ) {}

  static async open(cast: Cast): Promise<Stage> {
    const client = { path: await installClient(cast.client), version: cast.client };
    const api = await ScriptedApi.start();
    const home = await IsolatedHome.create(cast.scenario.home);
    if (cast.hooks) await installHooks(home.configHome, client);
    if (cast.lost !== undefined) await loseHooks(home.settingsFile, cast.lost, cast.scenario.name);
    const hub = await WatchedHub.start(home.configHome);
    await hub.live();
    // A hub that has just begun holds calls for windows that may come: so long a dialog is on no screen.
    await hub.offerControl({ enabled: false });
    return new Stage(cast, api, home, hub);
  }

  script(marker: string, ...steps: readonly Step[]): void {
    this.api.add(script(marker, steps));
  }

  /** A client in a terminal of its own, ready for its first prompt unless told otherwise. */
  async person(options: OpenOptions = {}): Promise<Person> {
    const { api, home, cast } = this;
    const session = await startClient({ ...options, version: cast.client, api, home });
    this.closing.push(() => session.dispose());
    const person = new Person(session, api);
    this.people.push(person);
    return person;
  }

  /** A `-p` run, not waited for. */
  async print(prompt: string, ...args: readonly string[]): Promise<PrintRun> {
    const { api, home, cast } = this;
    const run = startPrint(await installClient(cast.client), api, home, prompt, args);
    this.closing.push(() => run.dispose());
    this.prints.push(run);
    return run;
  }

  /** Ends with the stage. */
  owns(child: ChildProcess): void {
    this.closing.push(() => void child.kill('SIGKILL'));
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
    for (const close of this.closing.toReversed()) await close();
    await this.hub.stop();
    await this.home.dispose();
    await this.api.close();
  }
}
