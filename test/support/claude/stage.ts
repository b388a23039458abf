import { installHooks, WatchedHub } from '../watchedHub';
import { installClient, pinnedVersion } from './install';
import { IsolatedHome, type HomeOptions } from './isolatedHome';
import { script, type Step } from './script';
import { ScriptedApi } from './scriptedApi';
import { startClient, type ClientOptions, type ClientSession } from './session';

export interface StageOptions {
  readonly home?: HomeOptions | undefined;
  /** Client version; the pinned one if absent. */
  readonly version?: string;
  /** The client's settings have our hooks; true if absent. */
  readonly hooks?: boolean;
}

/**
 * Environment for the real client in tests, the truth bench and measurements: an isolated home, a
 * scripted API, our hooks, and any number of clients and hubs.
 */
export class ClientStage {
  private readonly ends: (() => Promise<unknown> | void)[] = [];

  private constructor(
    readonly api: ScriptedApi,
    readonly home: IsolatedHome,
    /** Path of the client. */
    readonly command: string,
    readonly version: string,
  ) {}

  static async open(options: StageOptions = {}): Promise<ClientStage> {
    const { version = pinnedVersion, hooks = true } = options;
    const command = await installClient(version);
    const api = await ScriptedApi.start();
    const home = await IsolatedHome.create(options.home);
    const stage = new ClientStage(api, home, command, version);
    stage.endsWith(() => api.close());
    stage.endsWith(() => home.dispose());
    if (hooks) await installHooks(home.configHome, { path: command, version });
    return stage;
  }

  /** Adds the answers to a prompt that contains `[[marker]]`. */
  script(marker: string, ...steps: readonly Step[]): void {
    this.api.add(script(marker, steps));
  }

  /** Starts a client in its own terminal; by default it is ready for its first prompt. */
  async client(options: Omit<ClientOptions, 'api' | 'home'> = {}): Promise<ClientSession> {
    const { api, home, version } = this;
    const session = await startClient({ ...options, version, api, home });
    this.endsWith(() => session.dispose());
    return session;
  }

  /** Starts a hub of the home whose only window is the caller. */
  async hub(): Promise<WatchedHub> {
    const hub = await WatchedHub.start(this.home.configHome);
    this.endsWith(() => hub.stop());
    return hub;
  }

  /** Registers a cleanup; cleanups run in reverse order of registration. */
  endsWith(end: () => Promise<unknown> | void): void {
    this.ends.unshift(end);
  }

  async close(): Promise<void> {
    for (const end of this.ends.splice(0)) await end();
  }
}
