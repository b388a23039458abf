import * as fs from 'node:fs';

const newline = 0x0a;

/** Read at once: large enough to be fast, small enough for a slow disk not to hold up a hook for long. */
const chunkBytes = 256 * 1024;

/** A line longer than this is passed over, in bytes: no real one is, and memory is not endless. */
export const maxLineBytes = 64 * 1024 * 1024;

/** The buffer that all walks share, one after the other. */
export class WalkBuffer {
  bytes = Buffer.allocUnsafeSlow(2 * chunkBytes);

  /** Doubles, keeping the first bytes; a line over the limit makes it no larger. */
  grow(kept: number): void {
    const larger = Buffer.allocUnsafeSlow(this.bytes.length * 2);
    this.bytes.copy(larger, 0, 0, kept);
    this.bytes = larger;
  }

  shrink(): void {
    if (this.bytes.length > 4 * chunkBytes) this.bytes = Buffer.allocUnsafeSlow(2 * chunkBytes);
  }
}

/** Without its end; the buffer is only good during the call. `offset` is the line's place in the file. */
export type OnLine = (buffer: Buffer, start: number, end: number, offset: number) => void;

/**
 * Calls back for every whole line between two places of a file, and yields the bytes read between chunks. Returns
 * the place behind the last whole line.
 */
export function* walkLines(
  file: number,
  from: number,
  to: number,
  shared: WalkBuffer,
  onLine: OnLine,
): Generator<number, number> {
  let position = from;
  let kept = 0;
  let skipping = false;
  let behindLast = from;
  while (position < to) {
    if (kept > maxLineBytes) {
      skipping = true;
      kept = 0;
    } else if (kept + chunkBytes > shared.bytes.length) shared.grow(kept);
    const { bytes } = shared;
    const read = fs.readSync(file, bytes, kept, Math.min(chunkBytes, to - position), position);
    if (read === 0) break;
    const base = position - kept;
    const filled = kept + read;
    position += read;
    // What an earlier portion left behind it may be much, and full of line ends.
    const there = bytes.subarray(0, filled);
    let start = 0;
    let end = there.indexOf(newline, kept);
    while (end >= 0) {
      if (skipping) skipping = false;
      else if (end > start && end - start <= maxLineBytes) onLine(bytes, start, end, base + start);
      start = end + 1;
      end = there.indexOf(newline, start);
    }
    if (start > 0) behindLast = base + start;
    kept = skipping ? 0 : filled - start;
    if (start > 0) bytes.copyWithin(0, start, filled);
    yield read;
  }
  return behindLast;
}
