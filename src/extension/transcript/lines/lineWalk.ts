import * as fs from 'node:fs';
import { isWholeRecord } from './wholeRecord';

const newline = 0x0a;

/** Read at once: large enough to be fast, small enough for a slow disk not to hold up a hook for long. */
const chunkBytes = 256 * 1024;

/**
 * Room for nearly all lines: buffers that grew with a line and were dropped after its file would be collected
 * late, and the C library keeps their memory. The part that no line was long enough for takes none.
 */
const usualBytes = 4 * 1024 * 1024;

/** A line longer than this is passed over, in bytes: no real one is, and memory is not endless. */
export const maxLineBytes = 64 * 1024 * 1024;

/** Number of lines after which others have their turn: a chunk may be thousands of them. */
const mostLines = 64;

/** The memory that all walks share, one after the other. */
export class WalkBuffer {
  bytes = Buffer.allocUnsafeSlow(usualBytes);

  /** Makes room for so many bytes, and keeps what is there. */
  grow(room: number): void {
    if (room <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(room, 2 * this.bytes.length));
    this.bytes.copy(larger);
    this.bytes = larger;
  }

  shrink(): void {
    if (this.bytes.length > usualBytes) this.bytes = Buffer.allocUnsafeSlow(usualBytes);
  }
}

/**
 * The line has no end, and is only good during the call. `offset` is its place in the file, `mark` that of
 * the first mark in the line, 0 where all lines are read.
 */
export type OnLine = (line: Buffer, offset: number, mark: number) => void;

/**
 * Calls back for every whole line between two places of a file, of `marked` ones alone where those bytes
 * are given, and yields between portions: the bytes read, 0 within a chunk of very many lines. A record that is
 * whole without its line's end, as a client leaves it that was stopped, is a whole line. Returns the place behind
 * the last one.
 */
export function* walkLines(
  file: number,
  from: number,
  to: number,
  shared: WalkBuffer,
  onLine: OnLine,
  marked?: Buffer,
): Generator<number, number> {
  let position = from;
  let kept = 0;
  let skipping = false;
  let behindLast = from;
  while (position < to) {
    if (kept > maxLineBytes) {
      skipping = true;
      kept = 0;
    }
    shared.grow(kept + chunkBytes);
    const read = fs.readSync(
      file,
      shared.bytes,
      kept,
      Math.min(chunkBytes, to - position),
      position,
    );
    if (read === 0) break;
    const base = position - kept;
    const there = shared.bytes.subarray(0, kept + read);
    position += read;
    let start = 0;
    if (skipping) {
      const end = there.indexOf(newline);
      skipping = end < 0;
      start = skipping ? there.length : end + 1;
    }
    // Up to here no line ends.
    const search = Math.max(start, kept);
    const last = there.subarray(search).lastIndexOf(newline);
    const behind = last < 0 ? start : search + last + 1;
    if (last >= 0) {
      const whole = there.subarray(0, behind);
      const lines = marked ? markedLines(whole, start, marked) : allLines(whole, start, search);
      let passed = 0;
      for (const [at, end, mark] of lines) {
        passed += 1;
        if (passed % mostLines === 0) yield 0;
        if (end > at && end - at <= maxLineBytes) onLine(whole.subarray(at, end), base + at, mark);
      }
    }
    if (behind > 0 && !skipping) behindLast = base + behind;
    kept = there.length - behind;
    if (behind > 0 && kept > 0) shared.bytes.copyWithin(0, behind, there.length);
    yield read;
  }
  const rest = shared.bytes.subarray(0, kept);
  if (skipping || position < to || !isWholeRecord(rest)) return behindLast;
  const mark = marked === undefined ? 0 : rest.indexOf(marked);
  if (mark >= 0) onLine(rest, position - kept, mark);
  return position;
}

type Line = readonly [start: number, end: number, mark: number];

/** `whole` ends with a line's end. */
function* allLines(whole: Buffer, start: number, search: number): Generator<Line, void> {
  let at = start;
  for (
    let end = whole.indexOf(newline, search);
    end >= 0;
    at = end + 1, end = whole.indexOf(newline, at)
  )
    yield [at, end, 0];
}

function* markedLines(whole: Buffer, start: number, marked: Buffer): Generator<Line, void> {
  for (let hit = whole.indexOf(marked, start); hit >= 0;) {
    const end = whole.indexOf(newline, hit);
    const at = Math.max(start, whole.lastIndexOf(newline, hit) + 1);
    yield [at, end, hit - at];
    hit = whole.indexOf(marked, end + 1);
  }
}
