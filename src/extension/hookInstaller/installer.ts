import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { placesIn } from '../agents/claude/home/places';
import { t } from '../../shared/words/l10n';
import type { HooksStatus } from '../../shared/messages/pageMessages';
import type { Log } from '../util/log';
import { findOldestClient, type InstalledClient } from '../agents/claude/run/clientVersion';
import {
  hookFor,
  relayFileName,
  relayPath,
  type CommandHook,
} from '../agents/claude/settings/hookCommand';
import {
  eventsToInstall,
  knownEvents,
  oldestRewaking,
  rewakingEvents,
  wantedEvents,
} from '../agents/claude/settings/knownEvents';
import { findLeftovers, deleteLeftovers } from './leftovers';
import { managedBlockers } from '../agents/claude/settings/managedSettings';
import { hashOf, OwnFolder, type InstallRecord } from './ownFolder';
import {
  emptyContainers,
  installedHooks,
  installHooks,
  removeHooks,
  settingsValue,
  type EmptyContainers,
} from './settingsEdit';
import { readSettings, writeSettings, type SettingsSnapshot } from './settingsFile';
import { isStrictJson } from '../agents/claude/settings/settingsTree';

export interface HookInstallerOptions {
  readonly configHome: string;
  /** The extension's `hooks` folder. */
  readonly relaySource: string;
  readonly log: Log;
  readonly platform?: NodeJS.Platform;
  readonly env?: NodeJS.ProcessEnv;
  readonly home?: string;
  readonly managedFolder?: string;
  readonly findClient?: () => Promise<InstalledClient | undefined>;
}

/** A planned change of the settings. */
export interface SettingsPreview {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Events with hooks after the change. */
  readonly events: readonly string[];
  readonly clientVersion?: string;
  /** Reasons why the hooks would not run, one sentence each. */
  readonly blockers: readonly string[];
  /** Notes for the person, one sentence each. */
  readonly warnings: readonly string[];
  readonly snapshot: SettingsSnapshot;
  /** The text to write; undefined removes a file that only our install created. */
  readonly next: string | undefined;
}

export interface SettingsChange {
  readonly path: string;
  readonly backupPath?: string;
}

const ownBlocker = () =>
  t('"disableAllHooks" is set in settings.json: Claude Code runs no hooks until it is removed.');

/** Adds our hooks to the client's settings and removes them. */
export class HookInstaller {
  readonly settingsPath: string;
  private readonly platform: NodeJS.Platform;
  private readonly folder: OwnFolder;
  private client: Promise<InstalledClient | undefined> | undefined;

  constructor(private readonly options: HookInstallerOptions) {
    this.settingsPath = placesIn(options.configHome).settings;
    this.platform = options.platform ?? process.platform;
    this.folder = new OwnFolder(options.configHome);
  }

  /**
   * `outdated`: some hooks are missing, differ from this version's, or use an old relay. `blocked`:
   * all are installed, but a setting prevents them from running.
   */
  async status(): Promise<Exclude<HooksStatus, 'unknown'>> {
    const { text } = await readSettings(this.settingsPath);
    const installed = installedHooks(text);
    if (installed.size === 0) return 'missing';
    const version = (await this.installedClient())?.version;
    // Until a client is found it is unknown whether it supports rewaking, so both forms count as
    // complete.
    const versions = version === undefined ? [version, oldestRewaking] : [version];
    const complete = versions.some((one) =>
      Array.from(this.wantedHooks(eventsToInstall(version), one)).every(([event, hook]) =>
        isDeepStrictEqual(installed.get(event), [hook]),
      ),
    );
    const known = knownEvents(version);
    const allKnown =
      version === undefined || Array.from(installed.keys()).every((event) => known.has(event));
    if (!complete || !allKnown || !(await this.isRelayCurrent())) return 'outdated';
    return (await this.blockersOf(text)).length > 0 ? 'blocked' : 'installed';
  }

  /** True if the settings have any of our hooks. Rejects if they can't be read. */
  async hasHooks(): Promise<boolean> {
    return installedHooks((await readSettings(this.settingsPath)).text).size > 0;
  }

  async previewInstall(): Promise<SettingsPreview> {
    this.client = undefined;
    const version = (await this.installedClient())?.version;
    const snapshot = await readSettings(this.settingsPath);
    const events = eventsToInstall(version);
    const kept = keptEmptyOf(await this.folder.readRecord());
    const after = installHooks(snapshot.text, this.wantedHooks(events, version), kept);
    const warnings: string[] = [];
    if (version === undefined) {
      warnings.push(
        t(
          'Claude Code wasn’t found on this machine: only the hooks that every version knows are installed.',
        ),
      );
    }
    if (!isStrictJson(snapshot.text)) {
      warnings.push(
        t(
          'settings.json has comments or trailing commas, which some versions of Claude Code refuse.',
        ),
      );
    }
    return {
      path: this.settingsPath,
      before: snapshot.text,
      after,
      events,
      ...(version !== undefined && { clientVersion: version }),
      blockers: await this.blockersOf(snapshot.text),
      warnings,
      snapshot,
      next: after,
    };
  }

  async install({ snapshot, next, before, after }: SettingsPreview): Promise<SettingsChange> {
    await this.installRelay();
    await deleteLeftovers(snapshot.target);
    if (before === after || next === undefined) return { path: this.settingsPath };
    const earlier = await this.folder.readRecord();
    const existed = snapshot.bytes !== undefined;
    const backupPath = existed ? await this.folder.backUp(before, new Date()) : undefined;
    await writeSettings(snapshot, next);

    const isFirst = installedHooks(before).size === 0;
    const first =
      backupPath === undefined ? null : { name: path.basename(backupPath), hash: hashOf(before) };
    const original = isFirst
      ? first
      : isUnchangedSinceInstall(snapshot, earlier)
        ? earlier?.original
        : undefined;
    await this.folder.writeRecord({
      version: 1,
      after: hashOf(after),
      ...(original !== undefined && { original }),
      keptEmpty: isFirst ? [...emptyContainers(before)] : (earlier?.keptEmpty ?? []),
    });
    this.options.log.info(`Hooks installed in ${this.settingsPath}`);
    return { path: this.settingsPath, ...(backupPath !== undefined && { backupPath }) };
  }

  /**
   * Restores the bytes from before the install if nothing else has changed since; otherwise edits
   * the text. If the install record is lost, a backup is used from which an install would produce
   * the current settings.
   */
  async previewRemove(): Promise<SettingsPreview> {
    const snapshot = await readSettings(this.settingsPath);
    const { text } = snapshot;
    const record = await this.folder.readRecord();
    const edited = removeHooks(text, keptEmptyOf(record));
    let next: string | undefined = edited;
    if (isUnchangedSinceInstall(snapshot, record) && record?.original === null) {
      // A second hard link was made to the file that we created, so it is no longer ours alone and
      // is not deleted.
      next = snapshot.links > 1 ? edited : undefined;
    } else if (isUnchangedSinceInstall(snapshot, record) && record?.original) {
      next = (await this.folder.readBackup(record.original)) ?? edited;
    } else if (edited !== text) {
      next = (await this.folder.findBackup((backup) => isInstallResult(text, backup))) ?? edited;
    }
    return {
      path: this.settingsPath,
      before: snapshot.text,
      after: next ?? '',
      events: [],
      blockers: [],
      warnings: [],
      snapshot,
      next,
    };
  }

  async remove({ snapshot, next, before, after }: SettingsPreview): Promise<SettingsChange> {
    let backupPath: string | undefined;
    if (before !== after && snapshot.bytes !== undefined) {
      backupPath = await this.folder.backUp(before, new Date());
      await writeSettings(snapshot, next);
    }
    await deleteLeftovers(snapshot.target);
    await this.folder.removeRecord();
    await this.folder.remove(relayFileName(this.platform));
    this.options.log.info(`Hooks removed from ${this.settingsPath}`);
    return { path: this.settingsPath, ...(backupPath !== undefined && { backupPath }) };
  }

  /** Temporary files beside the settings, left by an interrupted change or still in use. */
  async leftovers(): Promise<readonly string[]> {
    return findLeftovers((await readSettings(this.settingsPath)).target, 0);
  }

  async removeLeftovers(): Promise<void> {
    await deleteLeftovers((await readSettings(this.settingsPath)).target, 0);
  }

  /**
   * Updates the relay's copy if hooks are installed, and deletes leftovers of interrupted writes;
   * the settings are not changed.
   */
  async refresh(): Promise<void> {
    const { target, text } = await readSettings(this.settingsPath);
    await deleteLeftovers(target);
    const installed = installedHooks(text);
    if (installed.size > 0 && !(await this.isRelayCurrent())) await this.installRelay();
  }

  private wantedHooks(
    events: readonly string[],
    clientVersion: string | undefined,
  ): ReadonlyMap<string, CommandHook> {
    const relay = relayPath(this.options.configHome, this.platform);
    const rewaking = rewakingEvents(clientVersion);
    return new Map(
      events.map((event) => [event, hookFor(event, relay, this.platform, rewaking.has(event))]),
    );
  }

  private async blockersOf(settings: string): Promise<readonly string[]> {
    const { configHome, managedFolder } = this.options;
    const folder = managedFolder === undefined ? {} : { folder: managedFolder };
    const managed = await managedBlockers({ platform: this.platform, configHome, ...folder });
    return settingsValue(settings, 'disableAllHooks') === true
      ? [ownBlocker(), ...managed]
      : managed;
  }

  private installedClient(): Promise<InstalledClient | undefined> {
    const { findClient, env = process.env, home = os.homedir() } = this.options;
    this.client ??= findClient?.() ?? findOldestClient({ env, home, platform: this.platform });
    return this.client;
  }

  private async installRelay(): Promise<void> {
    await this.folder.writeScript(relayFileName(this.platform), await this.relay());
  }

  private async isRelayCurrent(): Promise<boolean> {
    return (await this.folder.read(relayFileName(this.platform))) === (await this.relay());
  }

  private relay(): Promise<string> {
    return fs.readFile(path.join(this.options.relaySource, relayFileName(this.platform)), 'utf8');
  }
}

function keptEmptyOf(record: InstallRecord | undefined): EmptyContainers {
  const entries = record?.keptEmpty ?? [];
  return new Map(entries.map((one) => (typeof one === 'string' ? [one, ''] : one)));
}

/**
 * True if installing the hooks in `text` into `before`, which has none of ours, would produce
 * `text`.
 */
function isInstallResult(text: string, before: string): boolean {
  try {
    const hooks = Array.from(
      installedHooks(text),
      ([event, [hook]]) => [event, hook as CommandHook] as const,
    );
    if (installedHooks(before).size > 0) return false;
    // The order of hooks affects their layout: an install adds them in the order of `wantedEvents`,
    // and later versions append new ones.
    const asInstalled = hooks.toSorted(([a], [b]) => installOrderOf(a) - installOrderOf(b));
    return [hooks, asInstalled].some((order) => installHooks(before, new Map(order)) === text);
  } catch {
    return false; // The backup is not valid settings.
  }
}

function installOrderOf(event: string): number {
  const index = wantedEvents.findIndex((one) => one === event);
  return index < 0 ? wantedEvents.length : index;
}

function isUnchangedSinceInstall(
  snapshot: SettingsSnapshot,
  record: InstallRecord | undefined,
): boolean {
  return snapshot.bytes !== undefined && record?.after === hashOf(snapshot.text);
}
