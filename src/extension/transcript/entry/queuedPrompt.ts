import { isTaskNotification } from '../../hub/domain/facts/promptAuthor';
import { contentOf, contentText } from './content';
import type { JsonObject } from './json';

/**
 * The prompt that a record puts into the client's queue; undefined of any other record, and of the client's own
 * notifications. Most are told again when they are taken; where the client ended before, this is all there is.
 */
export function queuedPrompt(record: JsonObject): string | undefined {
  if (record['type'] !== 'queue-operation' || record['operation'] !== 'enqueue') return undefined;
  const text = contentText(contentOf(record['content']))?.trim() ?? '';
  return text === '' || isTaskNotification(text) ? undefined : text;
}
