import { isMadeByClient } from '../../texts/promptMarks';
import { contentOf, contentText } from '../content';
import type { JsonObject } from '../../../../util/json';

/** The type of the records of the client's queue, in JSON. */
export const queueType = '"queue-operation"';

/**
 * The prompt that a record adds to the client's queue; undefined for other records and for the
 * client's own messages. Most prompts appear again when the agent gets them; if the client ended
 * before that, this record is all there is.
 */
export function queuedPrompt(record: JsonObject): string | undefined {
  const text = operand(record, 'enqueue');
  return text === undefined || isMadeByClient(text) ? undefined : text;
}

/** The prompt that a record moves from the queue back to the input box for editing. */
export function recalledPrompt(record: JsonObject): string | undefined {
  return operand(record, 'popAll') ?? operand(record, 'popOne');
}

function operand(record: JsonObject, operation: string): string | undefined {
  if (record['type'] !== 'queue-operation' || record['operation'] !== operation) return undefined;
  const text = contentText(contentOf(record['content']))?.trim() ?? '';
  return text === '' ? undefined : text;
}
