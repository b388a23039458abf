import type { ReaderItem } from '../../../../shared/messages/readerItems';
import type { FromReader } from '../../../../shared/messages/readerMessages';
import { t } from '../../../../shared/words/l10n';
import type { ReadItems } from '../../../reader/transcriptSource';

/** Maximum size of the items of one message, in bytes of JSON: a few seconds on a slow connection. */
export const maxItemBytes = 240_000;
/** Maximum size of the items of one line: a message has room for it and as much above it. */
const maxLineBytes = maxItemBytes / 2;

type Where = Extract<FromReader, { type: 'read' }>['where'];

interface SizedLine {
  readonly at: number;
  readonly items: readonly ReaderItem[];
  readonly bytes: number;
}

export function itemBytes(item: ReaderItem): number {
  return Buffer.byteLength(JSON.stringify(item));
}

/**
 * Returns the lines that fit one message, starting at the side from which the page continues; the
 * page requests the others next. At least one line is returned, so that the page advances.
 */
export function fitting(read: ReadItems, where: Where, at: number): ReadItems {
  const lines = linesOf(read.items);
  if (where === 'after') return cutTo(read, lines, 0, reach(lines, maxItemBytes));
  if (where !== 'around') {
    const count = reach(lines.toReversed(), maxItemBytes);
    return cutTo(read, lines, lines.length - count, lines.length);
  }
  const middle = Math.max(
    0,
    lines.findLastIndex((line) => line.at <= at),
  );
  const above = reach(lines.slice(0, middle).toReversed(), maxItemBytes / 2);
  const below = reach(lines.slice(middle), maxItemBytes / 2);
  return cutTo(read, lines, middle - above, middle + below);
}

/** Returns how many of the first lines fit, at least one unless there are none. */
function reach(lines: readonly SizedLine[], bytes: number): number {
  let left = bytes;
  const end = lines.findIndex((line) => (left -= line.bytes) < 0);
  return end < 0 ? lines.length : Math.max(1, end);
}

/**
 * Cuts a part to some of its lines: it then starts where the first of them starts, and ends where
 * the first line after them starts.
 */
function cutTo(
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

function linesOf(items: readonly ReaderItem[]): readonly SizedLine[] {
  const byLine = new Map<number, ReaderItem[]>();
  for (const item of items) byLine.set(item.at, [...(byLine.get(item.at) ?? []), item]);
  return [...byLine].map(([at, all]) => {
    const fit = fittingLine(all);
    return { at, items: fit, bytes: fit.reduce((sum, item) => sum + itemBytes(item), 0) };
  });
}

/**
 * Limits the items of a line: one that does not fit is replaced by a notice; if even that exceeds
 * the limit, the rest is omitted.
 */
function fittingLine(items: readonly ReaderItem[]): readonly ReaderItem[] {
  let left = maxLineBytes;
  const fit: ReaderItem[] = [];
  for (const item of items) {
    const bytes = itemBytes(item);
    const shown = bytes > left ? tooLarge(item) : item;
    fit.push(shown);
    left -= itemBytes(shown);
    if (left < 0) break;
  }
  return fit;
}

function tooLarge({ at, part }: ReaderItem): ReaderItem {
  const text = t('This part is too large for a phone. The computer shows it whole.');
  return { at, part, kind: 'unreadable', text };
}
