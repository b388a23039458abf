import { accountNames } from '../agents/claude/home/accountNames';
import type { Log } from '../util/log';
import { HookInstaller } from './installer';

/** Key of the homes with our hooks in the state that all windows of this editor share. */
const memoryKey = 'missionControl.hookHomes';

/** A config home, and what installs hooks in it. */
export interface HookHome {
  readonly path: string;
  /** Name of its account. */
  readonly name: string;
  readonly installer: HookInstaller;
}

export interface HookHomesParts {
  /** This window's own config home. */
  readonly configHome: string;
  /** Config homes of other accounts, according to the setting. */
  readonly otherHomes: () => readonly string[];
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

  /** This window's own home, then those of the setting. */
  get listed(): readonly HookHome[] {
    return this.homes(this.parts.otherHomes());
  }

  /** Like `listed`, with the homes in which this editor installed hooks before. */
  get all(): readonly HookHome[] {
    return this.homes([...this.parts.otherHomes(), ...this.remembered]);
  }

  async remember(home: string): Promise<void> {
    if (!this.remembered.includes(home)) await this.write([...this.remembered, home]);
  }

  async removeHome(home: string): Promise<void> {
    await this.write(this.remembered.filter((one) => one !== home));
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
    const made = new HookInstaller({ configHome, relaySource, log });
    this.installers.set(configHome, made);
    return made;
  }
}
