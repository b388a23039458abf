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
  count(before: string, after: string): LineCounts | undefined {
    const [oldLines, newLines] = [linesOf(before), linesOf(after)];
    let start = 0;
    while (start < oldLines.length && oldLines[start] === newLines[start]) start += 1;
    let [oldEnd, newEnd] = [oldLines.length, newLines.length];
    while (oldEnd > start && newEnd > start && oldLines[oldEnd - 1] === newLines[newEnd - 1]) {
      oldEnd -= 1;
      newEnd -= 1;
    }
    const removed = oldEnd - start;
    const added = newEnd - start;
    if (removed === 0 || added === 0) return { added, removed };
    return this.countByDiff(oldLines.slice(start, oldEnd), newLines.slice(start, newEnd));
  }

  private countByDiff(
    oldLines: readonly string[],
    newLines: readonly string[],
  ): LineCounts | undefined {
    if (this.leftMs <= 0) return undefined;
    const from = performance.now();
    const timeout = Math.min(fileMs, this.leftMs);
    const parts = diffArrays([...oldLines], [...newLines], { timeout });
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
