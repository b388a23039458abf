import { diffArrays } from 'diff';

export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

/** Time for the lines of one file, in ms, and for those of one review. */
const fileMs = 50;
const reviewMs = 300;

/** Counts lines of many files; what would take too long is not counted. */
export class LineCounter {
  private leftMs = reviewMs;

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
    return this.between(one.slice(start, end), other.slice(start, otherEnd));
  }

  private between(one: readonly string[], other: readonly string[]): LineCounts | undefined {
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

/** Lines without their ends: another kind of line end makes no line another one. */
function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split(/\r?\n/u);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
