import { randomBytes } from 'node:crypto';
import { chmod, link, lstat, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import * as path from 'node:path';

/** A folder that only this user can read: 0700, files 0600, replaced by rename alone. */
export class PrivateFolder {
  constructor(readonly path: string) {}

  /** Throws when the path is something else than a folder of this user's own. */
  async ensure(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    const stat = await lstat(this.path);
    if (!stat.isDirectory() || !isMine(stat.uid)) {
      throw new Error(`${this.path} must be a folder of your own, not a link or somebody else's`);
    }
    if ((stat.mode & 0o077) !== 0) await chmod(this.path, 0o700);
  }

  file(name: string): string {
    return path.join(this.path, name);
  }

  async write(name: string, text: string): Promise<void> {
    const aside = await this.writeAside(name, text);
    await rename(aside, this.file(name)).catch(async (error: unknown) => {
      await rm(aside, { force: true });
      throw error;
    });
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

  /** Undefined when there is no such file. */
  async read(name: string): Promise<string | undefined> {
    try {
      return await readFile(this.file(name), 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Undefined also for a link, for somebody else's file, and for one that others may have read. */
  async readPrivate(name: string): Promise<string | undefined> {
    const stat = await lstat(this.file(name)).catch(() => undefined);
    if (stat?.isFile() !== true) return undefined;
    const secret = process.getuid === undefined || (stat.mode & 0o077) === 0;
    return secret && isMine(stat.uid) ? this.read(name) : undefined;
  }

  async remove(name: string): Promise<void> {
    await rm(this.file(name), { force: true });
  }

  private async writeAside(name: string, text: string): Promise<string> {
    const aside = this.file(`.${name}.${randomBytes(6).toString('hex')}`);
    const file = await open(aside, 'wx', 0o600);
    try {
      await file.writeFile(text);
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

/** Where the system knows no owners, every file counts as one's own. */
function isMine(uid: number): boolean {
  return process.getuid === undefined || uid === process.getuid();
}
