import { readdirSync, statSync, type Stats } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { isMissing } from '../../util/files/isMissing';

/** A file that processes may lock. */
export interface FileLock {
  readonly name: string;
  readonly file: Pick<Stats, 'dev' | 'ino' | 'mtimeMs'>;
  /**
   * Processes that hold the lock, or one of a file with the same inode on another device; empty if
   * none does, or none that this one can see.
   */
  readonly pids: readonly number[];
}

/** A line of the kernel's list, such as `3: FLOCK  ADVISORY  WRITE 11885 fe:00:2157729 0 EOF`. */
const heldLock = /^\d+: FLOCK +ADVISORY +WRITE (\d+) [\da-f]+:[\da-f]+:(\d+) /u;

/** Reads the files in a folder, and which processes hold locks on them; only Linux lists those. */
export async function readFileLocks(folder: string): Promise<readonly FileLock[]> {
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return [];
  const holders = await readLockList();
  return names.flatMap((name) => {
    // Thousands of asynchronous calls, made twice a second, would occupy the process.
    const file = statOf(path.join(folder, name));
    return file === undefined ? [] : [{ name, file, pids: holders.get(file.ino) ?? [] }];
  });
}

/**
 * Reads the processes that hold locks, by the inode of the locked file. The device is not compared:
 * some file systems report another one than the kernel's list has.
 */
async function readLockList(): Promise<ReadonlyMap<number, readonly number[]>> {
  const holders = new Map<number, number[]>();
  const list = await readFile('/proc/locks', 'utf8').catch(() => '');
  for (const line of list.split('\n')) {
    const [, pid, inode] = heldLock.exec(line) ?? [];
    if (pid === undefined || pid === '0') continue;
    const ofFile = holders.get(Number(inode)) ?? [];
    ofFile.push(Number(pid));
    holders.set(Number(inode), ofFile);
  }
  return holders;
}

/** Finds the process that has a locked file open; reads the open files of each process once. */
export class LockHolders {
  private readonly files = new Map<number, ReadonlySet<string> | 'protected'>();

  /** `isHolder` decides by the command line of a process whose open files can't be read. */
  constructor(private readonly isHolder: (commandLine: string) => boolean) {}

  /**
   * Returns the process that has the locked file open. The kernel's list still names a process that
   * has ended if its child has the file open, and another process may have that id by now.
   */
  async holderOf({ file, pids }: FileLock): Promise<number | undefined> {
    for (const pid of pids) if (await this.hasOpen(pid, file)) return pid;
    return undefined;
  }

  private async hasOpen(pid: number, file: FileLock['file']): Promise<boolean> {
    const open = this.files.get(pid) ?? openFiles(pid);
    this.files.set(pid, open);
    if (open !== 'protected') return open.has(identityOf(file));
    return this.isHolder(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''));
  }
}

/** Returns a process's open files; `protected` if it hides them even from the same user. */
function openFiles(pid: number): ReadonlySet<string> | 'protected' {
  const folder = `/proc/${pid}/fd`;
  try {
    const files = readdirSync(folder).flatMap((name) => statOf(path.join(folder, name)) ?? []);
    return new Set(files.map(identityOf));
  } catch (error) {
    return isMissing(error) ? new Set() : 'protected';
  }
}

function identityOf({ dev, ino }: Pick<Stats, 'dev' | 'ino'>): string {
  return `${dev}:${ino}`;
}

/** Returns undefined for a missing or unreadable file, and for a broken link. */
function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
