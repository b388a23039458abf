import * as fs from 'node:fs';

const newline = 0x0a;

/** Read at once: large enough to be fast, small enough for a slow disk not to hold up a hook for long. */
const chunkBytes = 256 * 1024;

/** A line longer than this is passed over, in bytes: no real one is, and memory is not endless. */
const maxLineBytes = 64 * 1024 * 1024;

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
    if (this.bytes.length > 16 * chunkBytes) this.bytes = Buffer.allocUnsafeSlow(2 * chunkBytes);
  }
}

/** Without its end; the buffer is only good during the call. `offset` is the line's place in the file. */
export type OnLine = (buffer: Buffer, start: number, end: number, offset: number) => void;

/**
 * Calls back for every whole line between two places of a file, and yields between chunks. Returns
 * the place behind the last whole line.
 */
export function* walkLines(
  file: number,
  from: number,
  to: number,
  shared: WalkBuffer,
  onLine: OnLine,
): Generator<undefined, number> {
  let position = from;
  let kept = 0;
  let skipping = false;
  let behindLast = from;
  while (position < to) {
    if (kept + chunkBytes > shared.bytes.length) {
      if (kept > maxLineBytes) {
        skipping = true;
        kept = 0;
      } else shared.grow(kept);
    }
    const { bytes } = shared;
    const read = fs.readSync(file, bytes, kept, Math.min(chunkBytes, to - position), position);
    if (read === 0) break;
    const base = position - kept;
    const filled = kept + read;
    position += read;
    let start = 0;
    let end = bytes.indexOf(newline, kept);
    while (end >= 0 && end < filled) {
      if (skipping) skipping = false;
      else if (end > start) onLine(bytes, start, end, base + start);
      start = end + 1;
      end = bytes.indexOf(newline, start);
    }
    if (start > 0) behindLast = base + start;
    kept = skipping ? 0 : filled - start;
    bytes.copyWithin(0, start, filled);
    yield undefined;
  }
  return behindLast;
}
