import { readdirSync, statSync, type Stats } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import * as path from 'node:path';
import { isMissing } from '../../../util/files/isMissing';

/** The lock of a thread that a process has loaded. */
export interface ThreadLock {
  readonly threadId: string;
  /** When the lock file was created, in ms since 1970. */
  readonly at: number;
  /** Identity of the lock file. */
  readonly file: Pick<Stats, 'dev' | 'ino'>;
  /**
   * Processes that hold the lock, or one of a file with the same inode on another device; empty if
   * none does, or none that this one can see.
   */
  readonly pids: readonly number[];
}

const lockName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.lock$/u;

/** A line of the kernel's list, such as `3: FLOCK  ADVISORY  WRITE 11885 fe:00:2157729 0 EOF`. */
const heldLock = /^\d+: FLOCK +ADVISORY +WRITE (\d+) [\da-f]+:[\da-f]+:(\d+) /u;

/** Reads the locks in the program's folder, and which processes hold them. */
export async function readThreadLocks(folder: string): Promise<readonly ThreadLock[]> {
  const names = await readdir(folder).catch(() => []);
  const ids = names.flatMap((name) => lockName.exec(name)?.[1] ?? []);
  if (ids.length === 0) return [];
  const holders = holdersIn(await readFile('/proc/locks', 'utf8').catch(() => ''));
  return ids.flatMap((threadId) => {
    // Thousands of asynchronous calls, made twice a second, would occupy the process.
    const file = statOf(path.join(folder, `${threadId}.lock`));
    if (file === undefined) return []; // It was removed after the folder was listed.
    return [{ threadId, at: Math.round(file.mtimeMs), file, pids: holders.get(file.ino) ?? [] }];
  });
}

/**
 * Returns the processes that hold locks, by the inode of the locked file. The device is not
 * compared: some file systems report another one than the kernel's list has.
 */
export function holdersIn(list: string): ReadonlyMap<number, readonly number[]> {
  const holders = new Map<number, number[]>();
  for (const line of list.split('\n')) {
    const [, pid, inode] = heldLock.exec(line) ?? [];
    if (pid === undefined || pid === '0') continue;
    const ofFile = holders.get(Number(inode)) ?? [];
    ofFile.push(Number(pid));
    holders.set(Number(inode), ofFile);
  }
  return holders;
}

/** Knows which processes have lock files open; reads the files of each process once. */
export class LockHolders {
  private readonly files = new Map<number, ReadonlySet<string> | 'protected'>();

  /**
   * Returns the process that has the lock file open. The kernel's list goes on to name a process
   * that has ended but left the file open in a child, and its id may be another process's by now.
   */
  async holderOf({ file, pids }: ThreadLock): Promise<number | undefined> {
    for (const pid of pids) if (await this.hasOpen(pid, file)) return pid;
    return undefined;
  }

  private async hasOpen(pid: number, file: ThreadLock['file']): Promise<boolean> {
    const open = this.files.get(pid) ?? openFiles(pid);
    this.files.set(pid, open);
    if (open !== 'protected') return open.has(identityOf(file));
    return /codex/u.test(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''));
  }
}

/** A process may protect its memory and files from others of the same user. */
function openFiles(pid: number): ReadonlySet<string> | 'protected' {
  const folder = `/proc/${pid}/fd`;
  try {
    const files = readdirSync(folder).flatMap((name) => statOf(path.join(folder, name)) ?? []);
    return new Set(files.map(identityOf));
  } catch (error) {
    return isMissing(error) ? new Set() : 'protected';
  }
}

function identityOf({ dev, ino }: ThreadLock['file']): string {
  return `${dev}:${ino}`;
}

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined; // It is not readable, or a link that leads nowhere.
  }
}
