import type { DeliveredPrompt, TranscriptFormat } from '../../agents/transcripts/format';
import { latestEntries } from './latestEntries';

/** Yields the prompts at a transcript's end, latest first; none for one that cannot be read. */
export async function* latestPrompts(
  format: Pick<TranscriptFormat, 'entries'>,
  transcript: string,
): AsyncGenerator<DeliveredPrompt> {
  for (const { line, at } of await latestEntries(format, transcript)) {
    if (line.kind !== 'prompt' || !line.human || line.text === '' || at === undefined) continue;
    yield { at, texts: [{ text: line.text }] };
  }
}
