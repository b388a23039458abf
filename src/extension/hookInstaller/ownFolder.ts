import { createHash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { ownJson, parseJson } from '../../shared/text/boundedJson';
import { missionControlFolder } from '../util/files/missionControlFolder';
import { PrivateFolder } from '../util/files/privateFolder';
import type { HookForm } from './hookForm';

/** The record of an install, with which a removal restores the exact bytes. */
export interface InstallRecord {
  readonly version: 1;
  /** SHA-256 of the settings after the install. */
  readonly after: string;
  /** The settings before our first hook; `null` if there was no file. */
  readonly original?: BackupReference | null;
  /**
   * Containers that were empty before the install, with their content; older versions stored only
   * the name.
   */
  readonly keptEmpty: readonly (string | readonly [name: string, inner: string])[];
}

export interface BackupReference {
  readonly name: string;
  readonly hash: string;
}

const backupsToKeep = 10;

/** Our folder in a config home: the relay's copy, backups, and the record of the last install. */
export class OwnFolder {
  private readonly folder: PrivateFolder;
  private readonly backups: PrivateFolder;

  constructor(
    configHome: string,
    private readonly names: Pick<HookForm, 'recordName' | 'backupName'>,
  ) {
    this.folder = new PrivateFolder(missionControlFolder(configHome));
    this.backups = new PrivateFolder(this.folder.file('backups'));
  }

  /** Replaces a script atomically, because a shell reads it while executing it. */
  async writeScript(name: string, text: string): Promise<void> {
    await this.folder.ensure();
    await this.folder.write(name, text);
    await fs.chmod(this.folder.file(name), 0o700);
  }

  /** The content of a file; empty if the name belongs to something other than a file. */
  read(name: string): Promise<string | undefined> {
    return this.folder.readIfFile(name);
  }

  remove(name: string): Promise<void> {
    return this.folder.remove(name);
  }

  /**
   * The install record; undefined if it is missing or unreadable, in which case a removal edits the
   * settings' text.
   */
  async readRecord(): Promise<InstallRecord | undefined> {
    try {
      const record = parseJson(
        (await this.folder.read(this.names.recordName)) ?? 'null',
        ownJson,
      ) as InstallRecord;
      return record?.version === 1 && Array.isArray(record.keptEmpty) ? record : undefined;
    } catch {
      return undefined; // Damaged, or not ours.
    }
  }

  async writeRecord(record: InstallRecord): Promise<void> {
    await this.setAsideUnreadable();
    await this.folder.write(this.names.recordName, `${JSON.stringify(record, undefined, 2)}\n`);
  }

  async removeRecord(): Promise<void> {
    await this.setAsideUnreadable();
    await this.folder.remove(this.names.recordName);
  }

  /** Preserves an unreadable record, because it may name the backup from before the install. */
  private async setAsideUnreadable(): Promise<void> {
    const { recordName } = this.names;
    const content = await this.folder.read(recordName).catch(() => '');
    if (content === undefined || (await this.readRecord()) !== undefined) return;
    await this.folder.setAside(recordName);
  }

  /** Creates a backup; keeps the last ten, and always the one in the record. Returns its path. */
  async backUp(text: string, now: Date): Promise<string> {
    await this.folder.ensure();
    await this.backups.ensureWithin();
    const name = `${this.names.backupName}-${now.toISOString().replaceAll(':', '-')}.json`;
    await this.backups.write(name, text);
    const original = (await this.readRecord())?.original?.name;
    for (const old of (await this.backupNames()).slice(0, -backupsToKeep)) {
      if (old !== original) await this.backups.remove(old);
    }
    return this.backups.file(name);
  }

  /** The newest matching backup; undefined if none matches. */
  async findBackup(matches: (text: string) => boolean): Promise<string | undefined> {
    for (const name of (await this.backupNames()).toReversed()) {
      const text = await this.backups.read(name).catch(() => undefined);
      if (text !== undefined && matches(text)) return text;
    }
    return undefined;
  }

  /** The names of all backups of this file, the oldest first. */
  private async backupNames(): Promise<readonly string[]> {
    const names = await fs.readdir(this.backups.path).catch(() => []);
    const start = `${this.names.backupName}-`;
    return names.filter((name) => name.startsWith(start) && name.endsWith('.json')).sort();
  }

  /** The content of a backup; undefined if it is gone or has changed. */
  async readBackup({ name, hash }: BackupReference): Promise<string | undefined> {
    const text = await this.backups.read(path.basename(name)).catch(() => undefined);
    return text !== undefined && hashOf(text) === hash ? text : undefined;
  }
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
