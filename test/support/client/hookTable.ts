import { knownHooks } from '../../../src/extension/agents/claude/hooks/knownNames';
import { productFor } from '../../truth/newest/product';
import { Vocabulary } from '../../truth/newest/vocabulary';
import { recording, recordingNames } from '../recordings/recording';

/**
 * One row per hook event: whether it is installed, and the fields seen in recordings, read or not.
 */
export function hookRows(version: string): readonly (readonly string[])[] {
  const words = new Vocabulary();
  for (const name of recordingNames()) words.addRows(recording(name));
  const product = productFor(version);
  return [...knownHooks].toSorted().map((event) => {
    const own = words.of('hookField').filter((field) => field.startsWith(`${event}.`));
    const named = (fields: readonly string[]): string =>
      fields.map((field) => field.slice(event.length + 1)).join(', ');
    const isRead = (field: string): boolean => product.reads('hookField', field);
    return [
      event,
      product.reads('event', event) ? 'yes' : '',
      named(own.filter(isRead)),
      named(own.filter((field) => !isRead(field))),
    ];
  });
}
