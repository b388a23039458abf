import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, link, lstat, mkdir, open, readdir, rm, rmdir, stat } from 'node:fs/promises';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { t } from '../../../shared/words/l10n';
import { isWritableByOthers, findWritableParent } from './writableByOthers';
import { replaceFile } from './replaceFile';
import { setAside } from './setAside';

/** Names of temporary files, which are renamed when complete. */
const temporaryName = /^\.(.+)\.[0-9a-f]{12}$/u;
/** Age in ms after which a temporary file counts as a leftover. */
const leftoverAgeMs = 60 * 60_000;

/** Interval in ms at which a held lock is checked, and age at which its owner counts as gone. */
const lockPollMs = 10;
const lockMs = 5_000;

/** Thrown if a folder, pipe or device has the name of one of our files; it is not read. */
export class NotAFile extends Error {
  override readonly name = 'NotAFile';
}

/**
 * Interval in ms at which a folder's parents are checked again; only their owners can change their
 * permissions.
 */
const parentsCheckMs = 5_000;

/**
 * Thrown if other users can write to the folder, or may have done so; nothing is read or written.
 */
export class UnsafeFolderError extends Error {}

/**
 * A folder that only this user can read: mode 0700, files 0600, replaced only by rename. Each
 * access first checks that it still belongs to this user.
 */
export class PrivateFolder {
  private parentsCheckedAt: number | undefined;

  constructor(readonly path: string) {}

  /** Creates the folder. Rejects if the path is not a folder of this user. */
  async ensure(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 }).catch(async (error: unknown) => {
      await this.check(); // Throws the more specific error.
      throw error;
    });
    await this.check();
  }

  /**
   * Like `ensure`, but the parent folder must exist: rejects with ENOENT if it is gone. Any other
   * entry with the folder's name is renamed with `setAside`.
   */
  async ensureWithin(): Promise<void> {
    if (await this.tryCreate()) return this.check();
    const existing = await lstat(this.path);
    if (!existing.isDirectory() || !isMine(existing.uid)) {
      await setAside(path.dirname(this.path), path.basename(this.path));
      await this.tryCreate();
    }
    return this.check();
  }

  /** Creates the folder; false if the name is taken. */
  private async tryCreate(): Promise<boolean> {
    try {
      await mkdir(this.path, { mode: 0o700 });
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
      throw error;
    }
  }

  /** Checks as `ensure` does without creating: rejects with ENOENT if the folder is gone. */
  async check(): Promise<void> {
    await this.checkParents();
    const stat = await lstat(this.path);
    if (!stat.isDirectory() || !isMine(stat.uid)) {
      throw new UnsafeFolderError(
        t("{0} must be a folder of your own, not a link or somebody else's", this.path),
      );
    }
    if (process.geteuid !== undefined && (await isWritableByOthers(stat)))
      throw unsafeFolderError(this.path);
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
   * Writes a file atomically. Content may come in chunks; each is written before the next is
   * requested. A folder with the file's name is renamed with `setAside`.
   */
  async write(name: string, content: string | Iterable<Uint8Array>): Promise<void> {
    const temporary = await this.writeTemporary(name, content);
    try {
      await replaceFile(temporary, this.file(name)).catch(async (error: unknown) => {
        if (!(await this.isFolder(name))) throw error;
        await this.setAside(name);
        await replaceFile(temporary, this.file(name));
      });
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  /**
   * Runs `run` while no other process, on any host, holds the lock of the same file. The lock is a
   * folder, because creating one is atomic even on network file systems. Where none can be created,
   * such as on a full disk, `run` runs without a lock.
   */
  async exclusively<T>(name: string, run: () => Promise<T>, staleMs = lockMs): Promise<T> {
    await this.checkIfThere();
    const lock = this.file(`.${name}.lock`);
    const isLocked = await tryLock(lock, staleMs);
    try {
      return await run();
    } finally {
      if (isLocked) await rmdir(lock).catch(() => undefined);
    }
  }

  /** Renames a file out of the way; returns its new name, undefined if there was none. */
  setAside(name: string): Promise<string | undefined> {
    return setAside(this.path, name);
  }

  /** Writes the file only if it does not exist; returns its final content. */
  async writeOnce(name: string, text: string): Promise<string> {
    const temporary = await this.writeTemporary(name, text);
    try {
      await link(temporary, this.file(name));
      return text;
    } catch (error) {
      const existing = await this.read(name);
      if (existing === undefined) throw error;
      return existing;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  /**
   * Reads a file as text; undefined if it does not exist. Rejects with `NotAFile` if it is not a
   * file.
   */
  async read(name: string): Promise<string | undefined> {
    return (await this.readBytes(name))?.toString('utf8');
  }

  /** Like `read`. Opens without blocking, so that a pipe with the file's name does not hang. */
  async readBytes(name: string): Promise<Buffer | undefined> {
    await this.checkIfThere();
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
      // ENOTDIR means that this folder is not a folder.
      const isNoFolder = error instanceof Error && 'code' in error && error.code === 'ENOTDIR';
      if (isNoFolder || isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Like `read`, but empty if the name belongs to something other than a file. */
  async readIfFile(name: string): Promise<string | undefined> {
    return this.read(name).catch((error: unknown) => {
      if (error instanceof NotAFile) return '';
      throw error;
    });
  }

  /**
   * Rewrites a file's content only to update its mtime, by the file system's clock, because the
   * clocks of hosts that share it may differ. A file that was replaced by another text is kept.
   */
  async refresh(name: string, text: string): Promise<void> {
    await this.checkIfThere();
    const handle = await open(this.file(name), constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
    try {
      // The opened file keeps its content, since `write` replaces files by rename.
      if ((await handle.readFile('utf8')) === text) await handle.write(text, 0);
    } finally {
      await handle.close();
    }
  }

  /**
   * Overwrites a file's bytes, which needs no free space on most file systems. The text must not be
   * longer than the file; the rest is filled with blanks.
   */
  async writeInPlace(name: string, text: string): Promise<void> {
    await this.checkIfThere();
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

  /** mtime of a file in ms, by the file system's clock; undefined if it does not exist. */
  async writtenAt(name: string): Promise<number | undefined> {
    await this.checkIfThere();
    try {
      // The file is opened, because a network file system then checks it on the server.
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

  /** The current time in ms, by the file system's clock. */
  async now(): Promise<number> {
    const temporary = await this.writeTemporary('now', '');
    try {
      return (await stat(temporary)).mtimeMs;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  /**
   * Like `read`, but also undefined for a link, for another user's file, and for a file that others
   * can read.
   */
  async readPrivate(name: string): Promise<string | undefined> {
    await this.checkIfThere();
    const stat = await lstat(this.file(name)).catch(() => undefined);
    if (stat?.isFile() !== true) return undefined;
    const isPrivate = process.getuid === undefined || (stat.mode & 0o077) === 0;
    return isPrivate && isMine(stat.uid) ? this.read(name) : undefined;
  }

  /** Deletes leftover temporary files; never rejects. */
  async deleteLeftovers(now = Date.now()): Promise<void> {
    const names = await this.checkIfThere()
      .then(() => readdir(this.path))
      .catch(() => []);
    for (const name of names) {
      if (!temporaryName.test(name)) continue;
      const stat = await lstat(this.file(name)).catch(() => undefined);
      // A younger file may still be in use.
      if (stat === undefined || now - stat.mtimeMs < leftoverAgeMs) continue;
      await this.remove(name).catch(() => undefined);
    }
  }

  /** Removes a file. A folder with the name is not ours and is kept. */
  async remove(name: string): Promise<void> {
    await this.checkIfThere();
    await rm(this.file(name), { force: true }).catch(async (error: unknown) => {
      if (!(await this.isFolder(name))) throw error;
    });
  }

  /** Frees the name: a folder is set aside, anything else removed. */
  async makeRoom(name: string): Promise<void> {
    if (await this.isFolder(name)) await this.setAside(name);
    else await this.remove(name);
  }

  private isFolder(name: string): Promise<boolean> {
    return lstat(this.file(name)).then(
      (existing) => existing.isDirectory(),
      () => false,
    );
  }

  /** Like `check`, but a missing folder is no error. */
  private async checkIfThere(): Promise<void> {
    await this.check().catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }

  private async checkParents(): Promise<void> {
    const now = performance.now();
    if (this.parentsCheckedAt !== undefined && now - this.parentsCheckedAt < parentsCheckMs) return;
    const open = await findWritableParent(this.path);
    if (open !== undefined) throw unsafeFolderError(open);
    this.parentsCheckedAt = now;
  }

  private async writeTemporary(
    name: string,
    content: string | Iterable<Uint8Array>,
  ): Promise<string> {
    await this.check();
    // Must match `temporaryName`.
    const temporary = this.file(`.${name}.${randomBytes(6).toString('hex')}`);
    const file = await open(temporary, 'wx', 0o600);
    try {
      const portions = typeof content === 'string' ? [content] : content;
      for (const portion of portions) await file.writeFile(portion);
      await file.sync();
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    return temporary;
  }
}

/**
 * Waits for the lock; false if it can't be created. A lock that a crashed process left is removed.
 */
async function tryLock(lock: string, staleMs: number): Promise<boolean> {
  let observed: { readonly mtimeMs: number; readonly since: number } | undefined;
  for (;;) {
    try {
      await mkdir(lock, { mode: 0o700 });
      return true;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return false;
    }
    const existing = await lstat(lock).catch(() => undefined);
    // The clocks of hosts differ, so the age is measured here, as the time in which the lock's
    // mtime stays the same.
    const now = performance.now();
    if (existing === undefined || observed?.mtimeMs !== existing.mtimeMs) {
      observed = existing && { mtimeMs: existing.mtimeMs, since: now };
    } else if (now - observed.since > staleMs) {
      const isRemoved = await rmdir(lock).then(
        () => true,
        (error: unknown) => isMissing(error),
      );
      if (!isRemoved) return false;
    }
    await delay(lockPollMs);
  }
}

function unsafeFolderError(place: string): UnsafeFolderError {
  return new UnsafeFolderError(
    t(
      'Other users of this machine can change {0}, and with it the files of Mission Control, which stops here. Take that right from them ("chmod go-w") or choose another config home.',
      place,
    ),
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** True on systems without file owners. */
function isMine(uid: number): boolean {
  return process.geteuid === undefined || uid === process.geteuid();
}
