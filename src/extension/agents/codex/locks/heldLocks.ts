import type { Stats } from 'node:fs';
import { readFile, readdir, stat } from 'node:fs/promises';
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
  const locks = await Promise.all(
    ids.map(async (threadId): Promise<readonly ThreadLock[]> => {
      const file = await stat(path.join(folder, `${threadId}.lock`)).catch(() => undefined);
      if (file === undefined) return []; // It was removed after the folder was listed.
      return [{ threadId, at: Math.round(file.mtimeMs), file, pids: holders.get(file.ino) ?? [] }];
    }),
  );
  return locks.flat();
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

/**
 * Returns the process that has the lock file open. The kernel's list goes on to name a process that
 * has ended but left the file open in a child, and its id may be that of another process by now.
 */
export async function holderOf({ file, pids }: ThreadLock): Promise<number | undefined> {
  for (const pid of pids) if (await hasOpen(pid, file)) return pid;
  return undefined;
}

async function hasOpen(pid: number, { dev, ino }: ThreadLock['file']): Promise<boolean> {
  const folder = `/proc/${pid}/fd`;
  try {
    for (const name of await readdir(folder)) {
      const open = await stat(path.join(folder, name)).catch(() => undefined);
      if (open?.ino === ino && open.dev === dev) return true;
    }
    return false;
  } catch (error) {
    // A process may protect its memory and files from others of the same user.
    if (isMissing(error)) return false;
    return /codex/u.test(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''));
  }
}
