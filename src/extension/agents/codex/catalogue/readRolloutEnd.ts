import { readOrdinaryEnd } from '../../../util/files/readOrdinary';
import type { ParsedEntry, Entry } from '../../transcripts/entry';
import type { DeliveredPrompt } from '../../transcripts/format';
import { rolloutEntries } from '../rollout/rolloutEntries';

/** Size of the part at the end of a transcript that is read, in bytes. */
const readBytes = 1024 * 1024;

/** Yields the prompts at a transcript's end, latest first; none for one that cannot be read. */
export async function* readRolloutPrompts(transcript: string): AsyncGenerator<DeliveredPrompt> {
  for (const { line, at } of await latestEntries(transcript)) {
    if (line.kind !== 'prompt' || line.text === '' || at === undefined) continue;
    yield { at, texts: [{ text: line.text, isNotification: !line.human }] };
  }
}

/** Returns the entries at a transcript's end, latest first. */
async function latestEntries(transcript: string): Promise<readonly ParsedEntry<Entry>[]> {
  const end = await readOrdinaryEnd(transcript, readBytes).catch(() => undefined);
  const lines = (end?.toString('utf8') ?? '').split('\n');
  return lines.flatMap(rolloutEntries).toReversed();
}
