import { constants, type Stats } from 'node:fs';
import { lstat, open, stat } from 'node:fs/promises';

/** The content of a file, and what the open file said of itself before it was read. */
export interface OrdinaryFile {
  readonly stats: Stats;
  readonly bytes: Buffer;
}

/**
 * Undefined for what is too large, and for a pipe or a device, which might never end: also for one that takes
 * the file's place at the last moment.
 */
export async function readOrdinary(file: string, maxBytes: number): Promise<Buffer | undefined> {
  return (await readOrdinaryFile(file, maxBytes))?.bytes;
}

/** Undefined as `readOrdinary` has it, and for a link where none is followed. */
export async function readOrdinaryFile(
  file: string,
  maxBytes: number,
  followsLinks = true,
): Promise<OrdinaryFile | undefined> {
  if (!(await (followsLinks ? stat : lstat)(file)).isFile()) return undefined;
  const noLink = followsLinks ? 0 : (constants.O_NOFOLLOW ?? 0);
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | noLink);
  try {
    const stats = await handle.stat();
    if (!stats.isFile() || stats.size > maxBytes) return undefined;
    return { stats, bytes: await handle.readFile() };
  } finally {
    await handle.close();
  }
}
