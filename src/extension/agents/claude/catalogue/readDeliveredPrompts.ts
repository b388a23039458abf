import { open } from 'node:fs/promises';
import { objectIn, textIn, writtenTime, type JsonObject } from '../entry/json';
import { recordsIn } from '../entry/records';
import { contentOf, contentText } from '../entry/content';

/** A prompt that an entry shows was given to the agent. */
export interface TakenPrompt {
  /** The entry's own time, ms since 1970. */
  readonly at: number;
  readonly texts: readonly string[];
}

/** Size of the part at the end of a transcript that is searched for a prompt, in bytes. */
const searchedBytes = 1024 * 1024;

/** A prompt appears as a message, in the client's queue, or as an attachment that was read in mid-turn. */
const kinds: ReadonlySet<unknown> = new Set(['user', 'queue-operation', 'attachment']);

/** Yields the latest prompt first; nothing for a transcript that cannot be read. */
export async function* readDeliveredPrompts(transcript: string): AsyncGenerator<TakenPrompt> {
  for (const line of (await endOf(transcript)).split('\n').toReversed()) {
    for (const record of recordsIn(line).records.toReversed()) {
      const prompt = promptIn(record);
      if (prompt !== undefined) yield prompt;
    }
  }
}

function promptIn(value: JsonObject): TakenPrompt | undefined {
  const at = writtenTime(value['timestamp']);
  if (!kinds.has(value['type']) || at === undefined) return undefined;
  const texts = [
    contentText(contentOf(objectIn(value, 'message')?.['content'])),
    textIn(value, 'content'),
    contentText(contentOf(objectIn(value, 'attachment')?.['prompt'])),
  ];
  return { at, texts: texts.filter((text) => text !== undefined) };
}

async function endOf(path: string): Promise<string> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return '';
  try {
    const { size } = await file.stat();
    const length = Math.min(size, searchedBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await file.close();
  }
}
