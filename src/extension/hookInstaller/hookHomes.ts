import { accountNames } from '../agents/claude/home/accountNames';
import { agentLabel, codexId } from '../../shared/agents/agentLabels';
import type { Log } from '../util/log';
import { CodexHookForm } from './codexHookForm';
import { HookInstaller } from './installer';

/** Key of the homes with our hooks in the state that all windows of this editor share. */
const memoryKey = 'missionControl.hookHomes';

/** A folder of a program, and what installs hooks in it. */
export interface HookHome {
  readonly path: string;
  /** Name of its account, or of the agent. */
  readonly name: string;
  /** Id of the agent; absent for Claude Code, whose folders are config homes. */
  readonly agent?: string;
  readonly installer: HookInstaller;
}

export interface HookHomesParts {
  /** This window's own config home. */
  readonly configHome: string;
  /** Config homes of other accounts, according to the setting. */
  readonly otherHomes: () => readonly string[];
  /** The folder of Codex if it belongs to this window's config home; undefined if there is none. */
  readonly codexHome?: (() => string | undefined) | undefined;
  /** Returns whether sessions of Codex are on the board. */
  readonly isCodexShown?: (() => boolean) | undefined;
  /** State of the editor; `update` with undefined deletes the value. */
  readonly memory: {
    get(key: string): unknown;
    update(key: string, value: unknown): PromiseLike<void>;
  };
  /** The extension's `hooks` folder. */
  readonly relaySource: string;
  readonly log: Log;
}

/**
 * The config homes in which hooks can be installed and removed. It remembers where this editor
 * installed hooks, so that they are still found after a home was removed from the setting.
 */
export class HookHomes {
  private readonly installers = new Map<string, HookInstaller>();

  constructor(private readonly parts: HookHomesParts) {}

  get own(): HookInstaller {
    return this.installer(this.parts.configHome);
  }

  /** This window's own home, then those of the setting, then Codex if it is on the board. */
  get listed(): readonly HookHome[] {
    const { shownCodex: codex } = this;
    return [...this.homes(this.parts.otherHomes()), ...(codex ? [codex] : [])];
  }

  /** Like `listed`, with the homes in which this editor installed hooks before. */
  get all(): readonly HookHome[] {
    const { codex } = this;
    const homes = this.homes([...this.parts.otherHomes(), ...this.remembered]);
    return [...homes, ...(codex ? [codex] : [])];
  }

  /** The homes that are read at each start: no file of Codex is where the setting lacks it. */
  get readAtStart(): readonly HookHome[] {
    return this.shownCodex === undefined
      ? this.all.filter(({ agent }) => agent === undefined)
      : this.all;
  }

  get shownCodex(): HookHome | undefined {
    return this.parts.isCodexShown?.() === true ? this.codex : undefined;
  }

  async remember(home: string): Promise<void> {
    if (!this.remembered.includes(home)) await this.write([...this.remembered, home]);
  }

  async removeHome(home: string): Promise<void> {
    await this.write(this.remembered.filter((one) => one !== home));
  }

  /** Its relay lies in this window's config home, to whose hub it reports. */
  private get codex(): HookHome | undefined {
    const { configHome, relaySource, log } = this.parts;
    const path = this.parts.codexHome?.();
    if (path === undefined) return undefined;
    const key = `${codexId} ${path}`;
    const installer =
      this.installers.get(key) ??
      new HookInstaller({
        configHome,
        relaySource,
        log,
        form: new CodexHookForm({ codexHome: path, configHome, platform: process.platform }),
        isRelayShared: () => mayHaveHooks(this.own),
      });
    this.installers.set(key, installer);
    return { path, name: agentLabel(codexId), agent: codexId, installer };
  }

  private get remembered(): readonly string[] {
    const stored = this.parts.memory.get(memoryKey);
    if (!Array.isArray(stored)) return [];
    return (stored as readonly unknown[]).filter((one) => typeof one === 'string');
  }

  private async write(homes: readonly string[]): Promise<void> {
    await this.parts.memory.update(memoryKey, homes.length === 0 ? undefined : homes);
  }

  private homes(others: readonly string[]): readonly HookHome[] {
    const paths = [...new Set([this.parts.configHome, ...others])];
    const names = accountNames(paths);
    return paths.map((path, at) => ({
      path,
      name: names[at] ?? path,
      installer: this.installer(path),
    }));
  }

  private installer(configHome: string): HookInstaller {
    const { relaySource, log } = this.parts;
    const known = this.installers.get(configHome);
    if (known !== undefined) return known;
    const isRelayShared = (): Promise<boolean> =>
      configHome === this.parts.configHome
        ? mayHaveHooks(this.codex?.installer)
        : Promise.resolve(false);
    const made = new HookInstaller({ configHome, relaySource, log, isRelayShared });
    this.installers.set(configHome, made);
    return made;
  }
}

/** True if there are hooks, or if that can't be known. */
async function mayHaveHooks(installer: HookInstaller | undefined): Promise<boolean> {
  return (await installer?.hasHooks().catch(() => true)) === true;
}
