import { constants, type Stats } from 'node:fs';
import { lstat, open, stat } from 'node:fs/promises';

/** The content of a file, and its stat from before it was read. */
export interface OrdinaryFile {
  readonly stats: Stats;
  readonly bytes: Buffer;
}

/**
 * Reads a regular file. Undefined for files that are too large, and for pipes and devices, which
 * might never end; the check is made on the open file, so that it can't be replaced in between.
 */
export async function readOrdinary(file: string, maxBytes: number): Promise<Buffer | undefined> {
  return (await readOrdinaryFile(file, maxBytes))?.bytes;
}

/** Like `readOrdinary`, with the stat. Also undefined for a link if links are not followed. */
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
