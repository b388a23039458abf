import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';

/**
 * Undefined for what is too large, and for a pipe or a device, which might never end: also for one that takes
 * the file's place at the last moment.
 */
export async function readOrdinary(file: string, maxBytes: number): Promise<Buffer | undefined> {
  if (!(await stat(file)).isFile()) return undefined;
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = await handle.stat();
    return stats.isFile() && stats.size <= maxBytes ? await handle.readFile() : undefined;
  } finally {
    await handle.close();
  }
}
