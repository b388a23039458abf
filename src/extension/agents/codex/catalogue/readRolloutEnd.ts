import { latestEntries } from '../../../transcript/lines/latestEntries';
import type { DeliveredPrompt } from '../../transcripts/format';
import { rolloutEntries } from '../rollout/rolloutEntries';

/** Yields the prompts at a transcript's end, latest first; none for one that cannot be read. */
export async function* readRolloutPrompts(transcript: string): AsyncGenerator<DeliveredPrompt> {
  for (const { line, at } of await latestEntries({ entries: rolloutEntries }, transcript)) {
    if (line.kind !== 'prompt' || !line.human || line.text === '' || at === undefined) continue;
    yield { at, texts: [{ text: line.text }] };
  }
}
