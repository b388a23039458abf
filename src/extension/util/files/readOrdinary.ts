import { readFile, stat } from 'node:fs/promises';

/** Undefined for what is too large, and for a pipe or a device, which might never end. */
export async function readOrdinary(file: string, maxBytes: number): Promise<Buffer | undefined> {
  const stats = await stat(file);
  return stats.isFile() && stats.size <= maxBytes ? readFile(file) : undefined;
}
