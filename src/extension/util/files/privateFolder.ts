import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, link, lstat, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import * as path from 'node:path';
import { t } from '../../../shared/words/l10n';
import { isInForeignHands, openPlaceOnWayTo } from './foreignHands';
import { replaceFile } from './replaceFile';
import { setAside } from './setAside';

/** The name under which a file is written before it takes its place. */
const asideName = /^\.(.+)\.[0-9a-f]{12}$/u;
/** A file under such a name that is older than this, in ms, was left behind. */
const asideMs = 60 * 60_000;

/** A folder, a pipe, a device: under a name of ours, and not to be read. */
export class NotAFile extends Error {
  override readonly name = 'NotAFile';
}

/** The way to a folder is looked at again after this, in ms: only its owners can open it to others. */
const wayMs = 5_000;

/** Others could have put what is in the folder, or could: nothing is read or written there. */
export class UnsafeFolder extends Error {}

/**
 * A folder that only this user can read: 0700, files 0600, replaced by rename alone. Each use looks
 * first whether it is still this user's own.
 */
export class PrivateFolder {
  private wayAt: number | undefined;

  constructor(readonly path: string) {}

  /** Throws when the path is something else than a folder of this user's own. */
  async ensure(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 }).catch(async (error: unknown) => {
      await this.check(); // It says what is in the way.
      throw error;
    });
    await this.check();
  }

  /**
   * As `ensure`, within a folder of ours that must be there already: throws ENOENT when that one is
   * gone. What else has the name is set aside.
   */
  async ensureWithin(): Promise<void> {
    if (await this.isMade()) return this.check();
    const there = await lstat(this.path);
    if (!there.isDirectory() || !isMine(there.uid)) {
      await setAside(path.dirname(this.path), path.basename(this.path));
      await this.isMade();
    }
    return this.check();
  }

  /** False where something has the name. */
  private async isMade(): Promise<boolean> {
    try {
      await mkdir(this.path, { mode: 0o700 });
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
      throw error;
    }
  }

  /** Does what `ensure` does for a folder that must be there already: throws ENOENT when it is gone. */
  async check(): Promise<void> {
    await this.checkWay();
    const stat = await lstat(this.path);
    if (!stat.isDirectory() || !isMine(stat.uid)) {
      throw new UnsafeFolder(
        t("{0} must be a folder of your own, not a link or somebody else's", this.path),
      );
    }
    if (process.geteuid !== undefined && (await isInForeignHands(stat))) throw openTo(this.path);
    if ((stat.mode & 0o077) !== 0) await chmod(this.path, 0o700);
  }

  async isThere(): Promise<boolean> {
    return lstat(this.path).then(
      () => true,
      () => false,
    );
  }

  file(name: string): string {
    return path.join(this.path, name);
  }

  /**
   * Bytes may come in portions; each is on its way to the disk before the next one is asked for. A
   * folder in the file's place is set aside.
   */
  async write(name: string, content: string | Iterable<Uint8Array>): Promise<void> {
    const aside = await this.writeAside(name, content);
    try {
      await replaceFile(aside, this.file(name)).catch(async (error: unknown) => {
        if (!(await this.isFolder(name))) throw error;
        await this.setAside(name);
        await replaceFile(aside, this.file(name));
      });
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
  }

  /** Answers its new name; undefined where nothing was there. */
  setAside(name: string): Promise<string | undefined> {
    return setAside(this.path, name);
  }

  /** Writes only when there is no such file yet, and returns what is there in the end. */
  async writeOnce(name: string, text: string): Promise<string> {
    const aside = await this.writeAside(name, text);
    try {
      await link(aside, this.file(name));
      return text;
    } catch (error) {
      const there = await this.read(name);
      if (there === undefined) throw error;
      return there;
    } finally {
      await rm(aside, { force: true });
    }
  }

  /** Undefined when there is no such file; rejects with `NotAFile` where it is none. */
  async read(name: string): Promise<string | undefined> {
    return (await this.readBytes(name))?.toString('utf8');
  }

  /** Reads as `read` does. It opens without waiting, so that a pipe in a file's place holds nobody up. */
  async readBytes(name: string): Promise<Buffer | undefined> {
    await this.look();
    const file = this.file(name);
    try {
      if (!(await stat(file)).isFile()) throw new NotAFile(`${file} is not a file`);
      const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
      try {
        return await handle.readFile();
      } finally {
        await handle.close();
      }
    } catch (error) {
      // With ENOTDIR it is this folder that is none.
      const isNoFolder = error instanceof Error && 'code' in error && error.code === 'ENOTDIR';
      if (isNoFolder || isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Empty where it is not a file: what was written there is gone. */
  async readIfFile(name: string): Promise<string | undefined> {
    return this.read(name).catch((error: unknown) => {
      if (error instanceof NotAFile) return '';
      throw error;
    });
  }

  /**
   * Writes over a file what is in it already, for its time alone. The file system's own clock sets
   * that: those of the hosts that share it may differ.
   */
  async refresh(name: string, text: string): Promise<void> {
    await this.look();
    const handle = await open(this.file(name), constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      await handle.write(text, 0);
    } finally {
      await handle.close();
    }
  }

  /**
   * Writes over the bytes of a file, which needs no room on most file systems. The text may be no
   * longer than the file; blanks take the place of the rest.
   */
  async writeInPlace(name: string, text: string): Promise<void> {
    await this.look();
    const handle = await open(this.file(name), constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const { size } = await handle.stat();
      const bytes = Buffer.from(text);
      if (bytes.length > size) throw new Error(`${name} has no room for ${bytes.length} bytes`);
      const padded = Buffer.concat([bytes, Buffer.alloc(size - bytes.length, ' ')]);
      for (let at = 0; at < size;) {
        at += (await handle.write(padded, at, size - at, at)).bytesWritten;
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  /** Time at which a file was written, in ms by the file system's own clock; undefined where there is none. */
  async writtenAt(name: string): Promise<number | undefined> {
    await this.look();
    try {
      // Opened: a network's file system asks then what became of the file on other hosts.
      const handle = await open(this.file(name), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
      try {
        return (await handle.stat()).mtimeMs;
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** The time now, in ms by the file system's own clock. */
  async now(): Promise<number> {
    const aside = await this.writeAside('now', '');
    try {
      return (await stat(aside)).mtimeMs;
    } finally {
      await rm(aside, { force: true });
    }
  }

  /** Undefined also for a link, for somebody else's file, and for one that others may have read. */
  async readPrivate(name: string): Promise<string | undefined> {
    await this.look();
    const stat = await lstat(this.file(name)).catch(() => undefined);
    if (stat?.isFile() !== true) return undefined;
    const secret = process.getuid === undefined || (stat.mode & 0o077) === 0;
    return secret && isMine(stat.uid) ? this.read(name) : undefined;
  }

  /** Removes what writes that a crash cut off left aside; never rejects. */
  async tidy(now = Date.now()): Promise<void> {
    const names = await this.look()
      .then(() => readdir(this.path))
      .catch(() => []);
    for (const name of names) {
      if (!asideName.test(name)) continue;
      const stat = await lstat(this.file(name)).catch(() => undefined);
      // A younger one may be somebody's who is still writing.
      if (stat === undefined || now - stat.mtimeMs < asideMs) continue;
      await this.remove(name).catch(() => undefined);
    }
  }

  /** A folder is none of ours, and stays. */
  async remove(name: string): Promise<void> {
    await this.look();
    await rm(this.file(name), { force: true }).catch(async (error: unknown) => {
      if (!(await this.isFolder(name))) throw error;
    });
  }

  /** Afterwards nothing has the name: a folder was set aside, anything else removed. */
  async makeRoom(name: string): Promise<void> {
    if (await this.isFolder(name)) await this.setAside(name);
    else await this.remove(name);
  }

  private isFolder(name: string): Promise<boolean> {
    return lstat(this.file(name)).then(
      (there) => there.isDirectory(),
      () => false,
    );
  }

  /** Does what `check` does; a folder that is gone is no error. */
  private async look(): Promise<void> {
    await this.check().catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }

  private async checkWay(): Promise<void> {
    const now = performance.now();
    if (this.wayAt !== undefined && now - this.wayAt < wayMs) return;
    const open = await openPlaceOnWayTo(this.path);
    if (open !== undefined) throw openTo(open);
    this.wayAt = now;
  }

  private async writeAside(name: string, content: string | Iterable<Uint8Array>): Promise<string> {
    await this.check();
    const aside = this.file(`.${name}.${randomBytes(6).toString('hex')}`); // As in `asideName`.
    const file = await open(aside, 'wx', 0o600);
    try {
      const portions = typeof content === 'string' ? [content] : content;
      for (const portion of portions) await file.writeFile(portion);
      await file.sync();
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    return aside;
  }
}

function openTo(place: string): UnsafeFolder {
  return new UnsafeFolder(
    t(
      'Other users of this machine can change {0}, and with it the files of Mission Control, which stops here. Take that right from them ("chmod go-w") or choose another config home.',
      place,
    ),
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Where the system knows no owners, every file counts as one's own. */
function isMine(uid: number): boolean {
  return process.geteuid === undefined || uid === process.geteuid();
}
