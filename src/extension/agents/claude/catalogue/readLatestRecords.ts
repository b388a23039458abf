import { readOrdinaryEnd } from '../../../util/files/readOrdinary';
import type { JsonObject } from '../../../util/json';
import { recordsIn } from '../entry/records';

/** Size of the part at the end of a transcript that is read, in bytes. */
const readBytes = 1024 * 1024;

/** Yields the records at a transcript's end, latest first; nothing for one that cannot be read. */
export async function* readLatestRecords(transcript: string): AsyncGenerator<JsonObject> {
  const end = await readOrdinaryEnd(transcript, readBytes).catch(() => undefined);
  for (const line of (end?.toString('utf8') ?? '').split('\n').toReversed())
    yield* recordsIn(line).records.toReversed();
}
