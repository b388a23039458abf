import { keyOf, type ReaderItem } from '../../../src/shared/messages/readerItems';
import { noLimits } from '../../../src/extension/reader/items/clip';
import { itemsOf } from '../../../src/extension/reader/items/readerItem';
import { textStyle } from '../../../src/extension/reader/items/textStyle';
import { claudeFormat } from '../../../src/extension/agents/claude/transcripts';

const { relative } = textStyle('/home/dev/shop', '/home/dev', 'UTC');

/** Reader items of a transcript's lines, uncut. */
export function itemsIn(text: string, format = claudeFormat): readonly ReaderItem[] {
  const conversation = format.conversation?.(() => '');
  const items = text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line, at) => {
      const bytes = Buffer.from(line);
      const place = { at, bytes, length: bytes.length + 1 };
      conversation?.add(place);
      return itemsOf(place, {
        relative,
        format,
        isSubagent: false,
        limits: noLimits,
      });
    });
  const unread = new Set(conversation?.overview.unread.map(keyOf));
  return items.filter((item) => item.kind !== 'queued' || unread.has(keyOf(item)));
}
