import { jsonIn, ownJson } from '../../../shared/text/boundedJson';
import type { ToPhone } from '../../../shared/phone/phoneMessages';
import { fieldsOf } from '../../../shared/text/fields';

const types: ReadonlySet<unknown> = new Set<ToPhone['type']>([
  'waiting',
  'welcome',
  'page',
  'answer',
  'problem',
  'push',
  'reader',
]);

/**
 * Parses a text of the hub, which is authenticated by its encryption; undefined for an unknown
 * message of a newer hub.
 */
export function parseHubMessage(text: string): ToPhone | undefined {
  const message = jsonIn(text, ownJson);
  return types.has(fieldsOf(message)['type']) ? (message as ToPhone) : undefined;
}
