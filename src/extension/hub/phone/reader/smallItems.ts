import type { ReaderItem } from '../../../../shared/messages/readerItems';
import type { FromReader } from '../../../../shared/messages/readerMessages';
import { t } from '../../../../shared/words/l10n';
import type { ReadItems } from '../../../reader/transcriptSource';

/**
 * Maximum size of the items in one message, in bytes of JSON; it takes a few seconds on a slow
 * connection.
 */
export const maxItemBytes = 240_000;
/** Maximum size of the items of one line, half a message, so that as much fits above it. */
const maxLineBytes = maxItemBytes / 2;

type ReadDirection = Extract<FromReader, { type: 'read' }>['where'];

interface SizedLine {
  readonly at: number;
  readonly items: readonly ReaderItem[];
  readonly bytes: number;
}

export function itemBytes(item: ReaderItem): number {
  return Buffer.byteLength(JSON.stringify(item));
}

/**
 * Returns the lines that fit into one message, starting at the side from which the page continues;
 * the page then requests the others. At least one line is returned, so that the page advances.
 */
export function fittingLines(read: ReadItems, where: ReadDirection, at: number): ReadItems {
  const lines = groupByLine(read.items);
  if (where === 'after') return sliceLines(read, lines, 0, countFitting(lines, maxItemBytes));
  if (where !== 'around') {
    const count = countFitting(lines.toReversed(), maxItemBytes);
    return sliceLines(read, lines, lines.length - count, lines.length);
  }
  const middle = Math.max(
    0,
    lines.findLastIndex((line) => line.at <= at),
  );
  const above = countFitting(lines.slice(0, middle).toReversed(), maxItemBytes / 2);
  const below = countFitting(lines.slice(middle), maxItemBytes / 2);
  return sliceLines(read, lines, middle - above, middle + below);
}

/** Returns how many of the first lines fit; at least one unless there are none. */
function countFitting(lines: readonly SizedLine[], bytes: number): number {
  let left = bytes;
  const end = lines.findIndex((line) => (left -= line.bytes) < 0);
  return end < 0 ? lines.length : Math.max(1, end);
}

/**
 * Limits a part to some of its lines: it then starts at the first of them and ends at the first
 * line after them.
 */
function sliceLines(
  { from, to, end, items }: ReadItems,
  lines: readonly SizedLine[],
  first: number,
  last: number,
): ReadItems {
  if (items.length === 0) return { from, to, end, items };
  return {
    from: first === 0 ? from : (lines[first]?.at ?? from),
    to: last === lines.length ? to : (lines[last]?.at ?? to),
    end,
    items: lines.slice(first, last).flatMap((line) => line.items),
  };
}

function groupByLine(items: readonly ReaderItem[]): readonly SizedLine[] {
  const byLine = new Map<number, ReaderItem[]>();
  for (const item of items) byLine.set(item.at, [...(byLine.get(item.at) ?? []), item]);
  return [...byLine].map(([at, all]) => {
    const fit = fittingLine(all);
    return { at, items: fit, bytes: fit.reduce((sum, item) => sum + itemBytes(item), 0) };
  });
}

/**
 * Limits the items of a line: an item that does not fit is replaced by a notice, and if the notice
 * does not fit either, the rest is omitted.
 */
function fittingLine(items: readonly ReaderItem[]): readonly ReaderItem[] {
  let left = maxLineBytes;
  const fit: ReaderItem[] = [];
  for (const item of items) {
    const bytes = itemBytes(item);
    const shown = bytes > left ? tooLargeItem(item) : item;
    fit.push(shown);
    left -= itemBytes(shown);
    if (left < 0) break;
  }
  return fit;
}

function tooLargeItem({ at, part }: ReaderItem): ReaderItem {
  const text = t('This part is too large for a phone. The computer shows it whole.');
  return { at, part, kind: 'unreadable', text };
}
