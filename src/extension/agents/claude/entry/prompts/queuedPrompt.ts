import { isMadeByClient } from '../../texts/promptMarks';
import { contentOf, contentText } from '../content';
import type { JsonObject } from '../json';

/** The type of the records of the client's queue, as a line has it. */
export const queueType = '"queue-operation"';

/**
 * The prompt that a record puts into the client's queue; undefined of any other record, and of the client's own
 * messages. Most are told again when they are taken; where the client ended before, this is all there is.
 */
export function queuedPrompt(record: JsonObject): string | undefined {
  const text = operand(record, 'enqueue');
  return text === undefined || isMadeByClient(text) ? undefined : text;
}

/** The prompt that a record gives back to the box in which the person types, to be edited there. */
export function recalledPrompt(record: JsonObject): string | undefined {
  return operand(record, 'popAll') ?? operand(record, 'popOne');
}

function operand(record: JsonObject, operation: string): string | undefined {
  if (record['type'] !== 'queue-operation' || record['operation'] !== operation) return undefined;
  const text = contentText(contentOf(record['content']))?.trim() ?? '';
  return text === '' ? undefined : text;
}
