import { readFile, readdir, stat } from 'node:fs/promises';
import * as path from 'node:path';

/** The lock of a thread that a process has loaded. */
export interface ThreadLock {
  readonly threadId: string;
  /** When the lock file was created, in ms since 1970. */
  readonly at: number;
  /** The process that holds the lock; undefined if none does, or none that this one can see. */
  readonly pid: number | undefined;
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
      return [{ threadId, at: Math.round(file.mtimeMs), pid: holders.get(file.ino) }];
    }),
  );
  return locks.flat();
}

/**
 * Returns the processes that hold locks, by the inode of the locked file. The device is not
 * compared: some file systems report another one than the kernel's list has.
 */
export function holdersIn(list: string): ReadonlyMap<number, number> {
  const holders = new Map<number, number>();
  for (const line of list.split('\n')) {
    const [, pid, inode] = heldLock.exec(line) ?? [];
    if (pid !== undefined && pid !== '0') holders.set(Number(inode), Number(pid));
  }
  return holders;
}
