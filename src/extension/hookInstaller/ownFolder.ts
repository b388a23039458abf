import { createHash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { ownJson, parseJson } from '../../shared/text/boundedJson';
import { missionControlFolder } from '../util/files/missionControlFolder';
import { PrivateFolder } from '../util/files/privateFolder';

/** The record of an install, by which a removal undoes it to the byte. */
export interface InstallRecord {
  readonly version: 1;
  /** SHA-256 of the settings as the install wrote them. */
  readonly after: string;
  /** The settings before any of our hooks; `null` when there was no file. */
  readonly original?: BackupReference | null;
  /** Containers that were empty before us, with what was in them; older versions kept the name alone. */
  readonly keptEmpty: readonly (string | readonly [name: string, inner: string])[];
}

export interface BackupReference {
  readonly name: string;
  readonly hash: string;
}

const backupsToKeep = 10;
const backupForm = /^settings-.*\.json$/u;
const recordName = 'installed.json';

/** Our folder in a config home: the relay's copy, backups, and the record of the last install. */
export class OwnFolder {
  private readonly folder: PrivateFolder;
  private readonly backups: PrivateFolder;

  constructor(configHome: string) {
    this.folder = new PrivateFolder(missionControlFolder(configHome));
    this.backups = new PrivateFolder(this.folder.file('backups'));
  }

  /** Renamed into place, because a shell reads a script while it runs it. */
  async writeScript(name: string, text: string): Promise<void> {
    await this.folder.ensure();
    await this.folder.write(name, text);
    await fs.chmod(this.folder.file(name), 0o700);
  }

  /** Empty where something else than a file is there. */
  read(name: string): Promise<string | undefined> {
    return this.folder.readIfFile(name);
  }

  remove(name: string): Promise<void> {
    return this.folder.remove(name);
  }

  /** Undefined when there is none that can be read: a removal edits the text then. */
  async readRecord(): Promise<InstallRecord | undefined> {
    try {
      const record = parseJson(
        (await this.folder.read(recordName)) ?? 'null',
        ownJson,
      ) as InstallRecord;
      return record?.version === 1 && Array.isArray(record.keptEmpty) ? record : undefined;
    } catch {
      return undefined; // Not ours, or half of it.
    }
  }

  async writeRecord(record: InstallRecord): Promise<void> {
    await this.keepUnreadable();
    await this.folder.write(recordName, `${JSON.stringify(record, undefined, 2)}\n`);
  }

  async removeRecord(): Promise<void> {
    await this.keepUnreadable();
    await this.folder.remove(recordName);
  }

  /** It may name the backup from before the install: a person can still use it. */
  private async keepUnreadable(): Promise<void> {
    const there = await this.folder.read(recordName).catch(() => '');
    if (there === undefined || (await this.readRecord()) !== undefined) return;
    await this.folder.setAside(recordName);
  }

  /** Keeps the last ten, and always the one that the record names. Answers the new one's path. */
  async backUp(text: string, now: Date): Promise<string> {
    await this.folder.ensure();
    await this.backups.ensureWithin();
    const name = `settings-${now.toISOString().replaceAll(':', '-')}.json`;
    await this.backups.write(name, text);
    const original = (await this.readRecord())?.original?.name;
    const names = (await fs.readdir(this.backups.path)).filter((entry) => backupForm.test(entry));
    for (const old of names.sort().slice(0, -backupsToKeep)) {
      if (old !== original) await this.backups.remove(old);
    }
    return this.backups.file(name);
  }

  /** The newest backup that fits; undefined where none does. */
  async findBackup(fits: (text: string) => boolean): Promise<string | undefined> {
    const names = await fs.readdir(this.backups.path).catch(() => []);
    for (const name of names
      .filter((one) => backupForm.test(one))
      .sort((a, b) => (a < b ? 1 : -1))) {
      const text = await this.backups.read(name).catch(() => undefined);
      if (text !== undefined && fits(text)) return text;
    }
    return undefined;
  }

  /** Undefined when the backup is gone or is no longer what it was. */
  async readBackup({ name, hash }: BackupReference): Promise<string | undefined> {
    const text = await this.backups.read(path.basename(name)).catch(() => undefined);
    return text !== undefined && hashOf(text) === hash ? text : undefined;
  }
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
