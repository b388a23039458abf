import { objectIn, textIn, writtenTime, type JsonObject } from '../../../util/json';
import { contentOf, contentText } from '../entry/content';
import type { DeliveredPrompt } from '../../transcripts/format';
import { isTaskNotification } from '../texts/promptMarks';
import { readLatestRecords } from './readLatestRecords';

/** A prompt appears as a message, in the client's queue, or as an attachment that was read in mid-turn. */
const kinds: ReadonlySet<unknown> = new Set(['user', 'queue-operation', 'attachment']);

/** Yields the latest prompt first; nothing for a transcript that cannot be read. */
export async function* readDeliveredPrompts(transcript: string): AsyncGenerator<DeliveredPrompt> {
  for await (const record of readLatestRecords(transcript)) {
    const prompt = promptIn(record);
    if (prompt !== undefined) yield prompt;
  }
}

function promptIn(value: JsonObject): DeliveredPrompt | undefined {
  const at = writtenTime(value['timestamp']);
  if (!kinds.has(value['type']) || at === undefined) return undefined;
  const texts = [
    contentText(contentOf(objectIn(value, 'message')?.['content'])),
    textIn(value, 'content'),
    contentText(contentOf(objectIn(value, 'attachment')?.['prompt'])),
  ];
  const received = texts.filter((text) => text !== undefined);
  return {
    at,
    texts: received.map((text) => ({ text, isNotification: isTaskNotification(text) })),
  };
}
