import type { ReaderItem } from '../../shared/messages/readerItems';

/** Whether some of its text was left out. */
export function isCut(item: ReaderItem): boolean {
  if (item.kind !== 'tool') {
    return 'text' in item && typeof item.text === 'object' && item.text.more > 0;
  }
  const { body } = item;
  if (body.type === 'edits') return body.more > 0;
  return 'text' in body && body.text.more > 0;
}
