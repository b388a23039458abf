import type { Agents } from '../../../src/extension/agents/agents';
import { claude } from '../../../src/extension/agents/claude/claude';
import { createCodex } from '../../../src/extension/agents/codex/codex';
import { readingHere } from '../hub/process/readingHere';
import { WatchedHub } from '../watchedHub';
import { CodexHome, type CodexHomeOptions } from './codexHome';
import { installCodexHooks, trustCodexHooks } from './codexHooks';
import { CodexSession, type CodexOptions } from './codexSession';
import type { CodexStep } from './reply';
import { ScriptedResponses } from './scriptedResponses';

export interface CodexStageOptions extends Omit<CodexHomeOptions, 'apiUrl'> {
  /** The home has our hooks, and the client trusts them; false if absent. */
  readonly hooks?: boolean;
}

/** Environment for the real Codex in tests: a home of its own, a scripted API, any number of clients. */
export class CodexStage {
  private readonly ends: (() => Promise<unknown> | void)[] = [];

  private constructor(
    readonly api: ScriptedResponses,
    readonly home: CodexHome,
  ) {}

  static async open(options: CodexStageOptions = {}): Promise<CodexStage> {
    const api = await ScriptedResponses.start();
    const home = await CodexHome.create({ ...options, apiUrl: api.url });
    const stage = new CodexStage(api, home);
    stage.endsWith(() => api.close());
    stage.endsWith(() => home.dispose());
    if (options.hooks === true) {
      await installCodexHooks(home);
      await trustCodexHooks(home);
    }
    return stage;
  }

  /** Adds the answers to a prompt that contains `[[marker]]`. */
  script(marker: string, ...steps: readonly CodexStep[]): void {
    this.api.add({ marker, steps });
  }

  /** Starts a client in its own terminal; by default it is ready for its first prompt. */
  async client(options: Omit<CodexOptions, 'home'> = {}): Promise<CodexSession> {
    const session = await CodexSession.start({ ...options, home: this.home });
    this.endsWith(() => session.dispose());
    return session;
  }

  /** Starts a hub that shows the home's sessions; its only window is the caller. */
  async hub(): Promise<WatchedHub> {
    const { codexHome, configHome } = this.home;
    const agents: Agents = [claude, createCodex(() => codexHome)];
    const hub = await WatchedHub.start(configHome, { agents, startReading: readingHere(agents) });
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
