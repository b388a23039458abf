import * as fs from 'node:fs';
import { isWholeRecord } from './wholeRecord';

const newline = 0x0a;

/**
 * Bytes that are read at once: large enough to be fast, small enough that a slow disk does not
 * delay a hook for long.
 */
const chunkBytes = 256 * 1024;

/**
 * Size of the buffer, enough for nearly all lines: buffers that grow with a line and are dropped
 * after its file are collected late, and the C library keeps their memory. Pages of it that were
 * never written take no memory.
 */
const initialBytes = 4 * 1024 * 1024;

/** Maximum length of a line in bytes; longer ones, which no client writes, are skipped to limit memory. */
export const maxLineBytes = 64 * 1024 * 1024;

/** Number of lines after which other work can run: a chunk may have thousands. */
const linesPerYield = 64;

/** The buffer that all walks share, one after the other. */
export class WalkBuffer {
  bytes = Buffer.allocUnsafeSlow(initialBytes);

  /** Grows to at least this many bytes and keeps the content. */
  grow(room: number): void {
    if (room <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(room, 2 * this.bytes.length));
    this.bytes.copy(larger);
    this.bytes = larger;
  }

  shrink(): void {
    if (this.bytes.length > initialBytes) this.bytes = Buffer.allocUnsafeSlow(initialBytes);
  }
}

/**
 * Handles a line. The line has no line break, and is only valid during the call. `offset` is its
 * place in the file, `mark` that of the first mark in the line, 0 if all lines are read.
 */
export type OnLine = (line: Buffer, offset: number, mark: number) => void;

/**
 * Calls back for every complete line between two places of a file, with `marked` only for lines
 * that contain those bytes. Yields the number of bytes read after each portion, 0 within a chunk of
 * very many lines. A complete record without a line break, which a client leaves when it is
 * stopped, is a complete line. Returns the place after the last line.
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
  let carried = 0;
  let skipping = false;
  let lastLineEnd = from;
  while (position < to) {
    if (carried > maxLineBytes) {
      skipping = true;
      carried = 0;
    }
    shared.grow(carried + chunkBytes);
    const read = fs.readSync(
      file,
      shared.bytes,
      carried,
      Math.min(chunkBytes, to - position),
      position,
    );
    if (read === 0) break;
    const base = position - carried;
    const available = shared.bytes.subarray(0, carried + read);
    position += read;
    let start = 0;
    if (skipping) {
      const end = available.indexOf(newline);
      skipping = end < 0;
      start = skipping ? available.length : end + 1;
    }
    // No line ends before this offset.
    const search = Math.max(start, carried);
    const last = available.subarray(search).lastIndexOf(newline);
    const linesEnd = last < 0 ? start : search + last + 1;
    if (last >= 0) {
      const whole = available.subarray(0, linesEnd);
      const lines = marked ? markedLines(whole, start, marked) : allLines(whole, start, search);
      let passed = 0;
      for (const [at, end, mark] of lines) {
        passed += 1;
        if (passed % linesPerYield === 0) yield 0;
        if (end > at && end - at <= maxLineBytes) onLine(whole.subarray(at, end), base + at, mark);
      }
    }
    if (linesEnd > 0 && !skipping) lastLineEnd = base + linesEnd;
    carried = available.length - linesEnd;
    if (linesEnd > 0 && carried > 0) shared.bytes.copyWithin(0, linesEnd, available.length);
    yield read;
  }
  const rest = shared.bytes.subarray(0, carried);
  if (skipping || position < to || !isWholeRecord(rest)) return lastLineEnd;
  const mark = marked === undefined ? 0 : rest.indexOf(marked);
  if (mark >= 0) onLine(rest, position - carried, mark);
  return position;
}

type Line = readonly [start: number, end: number, mark: number];

/** `whole` must end with a line break. */
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
