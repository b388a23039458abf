import { open } from 'node:fs/promises';
import type { JsonObject } from '../entry/json';
import { recordsIn } from '../entry/records';

/** Size of the part at the end of a transcript that is read, in bytes. */
const readBytes = 1024 * 1024;

/** Yields the records at a transcript's end, latest first; nothing for one that cannot be read. */
export async function* latestRecords(transcript: string): AsyncGenerator<JsonObject> {
  for (const line of (await endOf(transcript)).split('\n').toReversed())
    yield* recordsIn(line).records.toReversed();
}

async function endOf(path: string): Promise<string> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return '';
  try {
    const { size } = await file.stat();
    const length = Math.min(size, readBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await file.close();
  }
}
