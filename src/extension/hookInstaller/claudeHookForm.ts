import * as os from 'node:os';
import { placesIn } from '../agents/claude/home/places';
import { findOldestClient, type InstalledClient } from '../agents/claude/run/clientVersion';
import { hookFor, relayPath } from '../agents/claude/settings/hookCommand';
import {
  eventsToInstall,
  knownEvents,
  oldestRewaking,
  rewakingEvents,
  wantedEvents,
} from '../agents/claude/settings/knownEvents';
import { managedBlockers } from '../agents/claude/settings/managedSettings';
import { isStrictJson } from '../agents/claude/settings/settingsTree';
import { t } from '../../shared/words/l10n';
import type { HookForm, HookNotes, HookPlan, WantedHooks } from './hookForm';
import { settingsValue } from './settingsEdit';

export interface ClaudeHookOptions {
  readonly configHome: string;
  readonly platform: NodeJS.Platform;
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly home?: string | undefined;
  readonly managedFolder?: string | undefined;
  readonly findClient?: (() => Promise<InstalledClient | undefined>) | undefined;
}

const ownBlocker = () =>
  t('"disableAllHooks" is set in settings.json: Claude Code runs no hooks until it is removed.');

/** The hooks in the settings of Claude Code. */
export class ClaudeHookForm implements HookForm {
  readonly settingsPath: string;
  readonly otherFiles = [];
  readonly recordName = 'installed.json';
  readonly backupName = 'settings';
  readonly events = wantedEvents;
  private client: Promise<InstalledClient | undefined> | undefined;

  constructor(private readonly options: ClaudeHookOptions) {
    this.settingsPath = placesIn(options.configHome).settings;
  }

  async plan(isFresh = false): Promise<HookPlan> {
    if (isFresh) this.client = undefined;
    const version = (await this.installedClient())?.version;
    const events = eventsToInstall(version);
    return {
      hooks: this.wantedHooks(events, version),
      // Rewaking may or may not be supported while no client is found, so both forms count as
      // complete.
      alternatives: version === undefined ? [this.wantedHooks(events, oldestRewaking)] : [],
      knownEvents: version === undefined ? undefined : knownEvents(version),
      ...(version !== undefined && { clientVersion: version }),
    };
  }

  async notesOn(text: string): Promise<HookNotes> {
    const { configHome, platform, managedFolder } = this.options;
    const folder = managedFolder === undefined ? {} : { folder: managedFolder };
    const managed = await managedBlockers({ platform, configHome, ...folder });
    const isOff = settingsValue(text, 'disableAllHooks') === true;
    const warnings: string[] = [];
    if ((await this.installedClient()) === undefined) {
      warnings.push(
        t(
          'Claude Code wasn’t found on this machine: only the hooks that every version knows are installed.',
        ),
      );
    }
    if (!isStrictJson(text)) {
      warnings.push(
        t(
          'settings.json has comments or trailing commas, which some versions of Claude Code refuse.',
        ),
      );
    }
    return { blockers: isOff ? [ownBlocker(), ...managed] : managed, warnings };
  }

  statusOf(): Promise<'installed'> {
    return Promise.resolve('installed');
  }

  private wantedHooks(events: readonly string[], clientVersion: string | undefined): WantedHooks {
    const { configHome, platform } = this.options;
    const relay = relayPath(configHome, platform);
    const rewaking = rewakingEvents(clientVersion);
    return new Map(
      events.map((event) => [event, hookFor(event, relay, platform, rewaking.has(event))]),
    );
  }

  private installedClient(): Promise<InstalledClient | undefined> {
    const { findClient, env = process.env, home = os.homedir(), platform } = this.options;
    this.client ??= findClient?.() ?? findOldestClient({ env, home, platform });
    return this.client;
  }
}
