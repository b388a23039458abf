import type { Entry, ParsedEntry } from '../../agents/transcripts/entry';
import type { TranscriptFormat } from '../../agents/transcripts/format';
import { readOrdinaryEnd } from '../../util/files/readOrdinary';

/** Size of the part at the end of a transcript that is read, in bytes. */
const readBytes = 1024 * 1024;

/** Returns the entries at a transcript's end, latest first; none for one that cannot be read. */
export async function latestEntries(
  { entries }: Pick<TranscriptFormat, 'entries'>,
  transcript: string,
): Promise<readonly ParsedEntry<Entry>[]> {
  const end = await readOrdinaryEnd(transcript, readBytes).catch(() => undefined);
  const lines = (end?.toString('utf8') ?? '').split('\n').toReversed();
  return lines.flatMap((line) => entries(line).toReversed());
}
