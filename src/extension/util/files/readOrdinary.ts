import { constants, type Stats } from 'node:fs';
import { lstat, open, stat, type FileHandle } from 'node:fs/promises';

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
  return withOrdinary(file, followsLinks, async (handle, stats) =>
    stats.size > maxBytes ? undefined : { stats, bytes: await handle.readFile() },
  );
}

/** Reads the end of a regular file, at most `maxBytes`; undefined for pipes and devices. */
export async function readOrdinaryEnd(file: string, maxBytes: number): Promise<Buffer | undefined> {
  return withOrdinary(file, true, async (handle, { size }) => {
    const length = Math.min(size, maxBytes);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.subarray(0, bytesRead);
  });
}

async function withOrdinary<T>(
  file: string,
  followsLinks: boolean,
  read: (handle: FileHandle, stats: Stats) => Promise<T>,
): Promise<T | undefined> {
  if (!(await (followsLinks ? stat : lstat)(file)).isFile()) return undefined;
  const noLink = followsLinks ? 0 : (constants.O_NOFOLLOW ?? 0);
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | noLink);
  try {
    const stats = await handle.stat();
    return stats.isFile() ? await read(handle, stats) : undefined;
  } finally {
    await handle.close();
  }
}
