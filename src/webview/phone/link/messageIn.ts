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

/** Reads a text of the hub, which is the only one that can have sealed it; undefined where a newer hub says more. */
export function hubMessageIn(text: string): ToPhone | undefined {
  const message = jsonIn(text, ownJson);
  return types.has(fieldsOf(message)['type']) ? (message as ToPhone) : undefined;
}
