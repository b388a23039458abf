import { diffArrays } from 'diff';

export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

/** Maximum times in ms for the diff of one file, and for the diffs of one review. */
const fileMs = 50;
const reviewMs = 300;

/** Counts the added and removed lines of the files of one review. */
export class LineCounter {
  private leftMs = reviewMs;

  /** Returns undefined if the diff of the file, or those of the review, exceed their time. */
  of(before: string, after: string): LineCounts | undefined {
    const [one, other] = [linesOf(before), linesOf(after)];
    let start = 0;
    while (start < one.length && one[start] === other[start]) start += 1;
    let [end, otherEnd] = [one.length, other.length];
    while (end > start && otherEnd > start && one[end - 1] === other[otherEnd - 1]) {
      end -= 1;
      otherEnd -= 1;
    }
    const removed = end - start;
    const added = otherEnd - start;
    if (removed === 0 || added === 0) return { added, removed };
    return this.countBetween(one.slice(start, end), other.slice(start, otherEnd));
  }

  private countBetween(one: readonly string[], other: readonly string[]): LineCounts | undefined {
    if (this.leftMs <= 0) return undefined;
    const from = performance.now();
    const timeout = Math.min(fileMs, this.leftMs);
    const parts = diffArrays([...one], [...other], { timeout });
    this.leftMs -= performance.now() - from;
    if (parts === undefined) return undefined;
    const count = (side: 'added' | 'removed'): number =>
      parts.reduce((sum, part) => sum + (part[side] ? part.count : 0), 0);
    return { added: count('added'), removed: count('removed') };
  }
}

/** Splits into lines without line ends: a changed line end alone is no changed line. */
function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split(/\r?\n/u);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
