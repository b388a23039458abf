import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { JsonObject } from '../entry/json';
import { recordsIn } from '../entry/records';

/** Size of the part at the end of a transcript that is read, in bytes. */
const readBytes = 1024 * 1024;

/** Yields the records at a transcript's end, latest first; nothing for one that cannot be read. */
export async function* readLatestRecords(transcript: string): AsyncGenerator<JsonObject> {
  for (const line of (await readEnd(transcript)).split('\n').toReversed())
    yield* recordsIn(line).records.toReversed();
}

/** Returns no text for what is not a file: reading a pipe might never end. */
async function readEnd(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(
    () => undefined,
  );
  if (file === undefined) return '';
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return '';
    const { size } = stats;
    const length = Math.min(size, readBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await file.close().catch(() => undefined);
  }
}
