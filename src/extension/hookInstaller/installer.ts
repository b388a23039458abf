import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { HooksStatus } from '../../shared/messages/pageMessages';
import { relayFileName, type CommandHook } from '../agents/claude/settings/hookCommand';
import type { Log } from '../util/log';
import { ClaudeHookForm, type ClaudeHookOptions } from './claudeHookForm';
import type { HookForm } from './hookForm';
import { findLeftovers, deleteLeftovers } from './leftovers';
import { hashOf, OwnFolder, type InstallRecord } from './ownFolder';
import {
  emptyContainers,
  installedHooks,
  installHooks,
  removeHooks,
  type EmptyContainers,
} from './settingsEdit';
import { readSettings, writeSettings, type SettingsSnapshot } from './settingsFile';

export interface HookInstallerOptions extends Omit<ClaudeHookOptions, 'platform'> {
  /** The config home in whose folder we keep the relay, the record and backups. */
  readonly configHome: string;
  /** The extension's `hooks` folder. */
  readonly relaySource: string;
  readonly log: Log;
  readonly platform?: NodeJS.Platform;
  /** The hooks; those of Claude Code in the config home if absent. */
  readonly form?: HookForm;
  /** Returns whether hooks of another program use the same relay, which then stays. */
  readonly isRelayShared?: () => Promise<boolean>;
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

/** Adds our hooks to a program's settings and removes them. */
export class HookInstaller {
  readonly settingsPath: string;
  private readonly platform: NodeJS.Platform;
  private readonly form: HookForm;
  private readonly folder: OwnFolder;

  constructor(private readonly options: HookInstallerOptions) {
    this.platform = options.platform ?? process.platform;
    this.form = options.form ?? new ClaudeHookForm({ ...options, platform: this.platform });
    this.settingsPath = this.form.settingsPath;
    this.folder = new OwnFolder(options.configHome, this.form);
  }

  /** The files on which the status depends, all in one folder. */
  get statusFiles(): readonly string[] {
    return [this.settingsPath, ...this.form.otherFiles];
  }

  /**
   * `outdated`: some hooks are missing, differ from this version's, or use an old relay. `blocked`:
   * all are installed, but a setting prevents them from running.
   */
  async status(): Promise<Exclude<HooksStatus, 'unknown'>> {
    const { text } = await readSettings(this.settingsPath);
    const installed = installedHooks(text);
    if (installed.size === 0) return 'missing';
    const { hooks, alternatives, knownEvents } = await this.form.plan();
    const complete = [hooks, ...alternatives].some((wanted) =>
      Array.from(wanted).every(([event, hook]) => isDeepStrictEqual(installed.get(event), [hook])),
    );
    const allKnown =
      knownEvents === undefined ||
      Array.from(installed.keys()).every((one) => knownEvents.has(one));
    if (!complete || !allKnown || !(await this.isRelayCurrent())) return 'outdated';
    const { blockers } = await this.form.notesOn(text);
    return blockers.length > 0 ? 'blocked' : this.form.statusOf(text);
  }

  /** True if the settings have any of our hooks. Rejects if they can't be read. */
  async hasHooks(): Promise<boolean> {
    return installedHooks((await readSettings(this.settingsPath)).text).size > 0;
  }

  async previewInstall(): Promise<SettingsPreview> {
    const { hooks, clientVersion } = await this.form.plan(true);
    const snapshot = await readSettings(this.settingsPath);
    const kept = keptEmptyOf(await this.folder.readRecord());
    const after = installHooks(snapshot.text, hooks, kept);
    const { blockers, warnings } = await this.form.notesOn(snapshot.text);
    return {
      path: this.settingsPath,
      before: snapshot.text,
      after,
      events: [...hooks.keys()],
      ...(clientVersion !== undefined && { clientVersion }),
      blockers,
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
      next =
        (await this.folder.findBackup((backup) =>
          isInstallResult(text, backup, this.form.events),
        )) ?? edited;
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
    if ((await this.options.isRelayShared?.()) !== true)
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
function isInstallResult(text: string, before: string, events: readonly string[]): boolean {
  try {
    const hooks = Array.from(
      installedHooks(text),
      ([event, [hook]]) => [event, hook as CommandHook] as const,
    );
    if (installedHooks(before).size > 0) return false;
    const orderOf = (event: string): number =>
      events.includes(event) ? events.indexOf(event) : events.length;
    // The order of hooks affects their layout: an install adds them in the order of `events`, and
    // later versions append new ones.
    const asInstalled = hooks.toSorted(([a], [b]) => orderOf(a) - orderOf(b));
    return [hooks, asInstalled].some((order) => installHooks(before, new Map(order)) === text);
  } catch {
    return false; // The backup is not valid settings.
  }
}

function isUnchangedSinceInstall(
  snapshot: SettingsSnapshot,
  record: InstallRecord | undefined,
): boolean {
  return snapshot.bytes !== undefined && record?.after === hashOf(snapshot.text);
}
