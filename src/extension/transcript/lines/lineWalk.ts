import * as fs from 'node:fs';
import type { LineRow } from './lineRow';
import { createLineScan, type LineFinder, type Wanted } from './lineFinder';

const newline = 0x0a;

/** Read at once: large enough to be fast, small enough for a slow disk not to hold up a hook for long. */
const chunkBytes = 256 * 1024;

/** A line longer than this is passed over, in bytes: no real one is, and memory is not endless. */
export const maxLineBytes = 64 * 1024 * 1024;

/** The memory that all walks share, one after the other. */
export class WalkBuffer {
  lines: LineFinder;

  /** The memory is another where it became too large: it never becomes smaller. */
  constructor(private readonly create: (room: number) => LineFinder = createLineScan) {
    this.lines = create(2 * chunkBytes);
  }

  /** Length in bytes. */
  get length(): number {
    return this.lines.to - this.lines.from;
  }

  shrink(): void {
    if (this.length > 4 * chunkBytes) this.lines = this.create(2 * chunkBytes);
  }
}

/** The row is only good during the call. `offset` is the line's place in the file. */
export type OnLine = (line: LineRow, offset: number) => void;

/**
 * Calls back for every wanted whole line between two places of a file, and yields between portions: the
 * bytes read, 0 within a chunk of very many lines. Returns the place behind the last whole line.
 */
export function* walkLines(
  file: number,
  from: number,
  to: number,
  shared: WalkBuffer,
  wanted: Wanted,
  onLine: OnLine,
): Generator<number, number> {
  const { lines } = shared;
  const room = lines.from;
  let position = from;
  let kept = 0;
  let skipping = false;
  let behindLast = from;
  lines.begin();
  while (position < to) {
    if (kept > maxLineBytes) {
      skipping = true;
      kept = 0;
    } else if (kept + chunkBytes > shared.length) lines.grow(shared.length * 2);
    const { bytes } = lines;
    const at = room + kept;
    const read = fs.readSync(file, bytes, at, Math.min(chunkBytes, to - position), position);
    if (read === 0) break;
    const base = position - kept - room;
    const filled = at + read;
    position += read;
    let start = room;
    if (skipping) {
      const end = bytes.subarray(0, filled).indexOf(newline, room);
      skipping = end < 0;
      start = skipping ? filled : end + 1;
    }
    const bounds = { start, search: Math.max(start, at), to: filled };
    const onRow = (row: LineRow): void => onLine(row, base + row.start);
    const behind = yield* inPortions(lines.scan(bounds, maxLineBytes, wanted, onRow));
    if (behind > room && !skipping) behindLast = base + behind;
    kept = filled - behind;
    if (wanted === 'usage' && kept >= chunkBytes && lines.tellsNothing(behind, filled)) {
      skipping = true;
      kept = 0;
    }
    if (behind > room && kept > 0) bytes.copyWithin(room, behind, filled);
    yield read;
  }
  return behindLast;
}

function* inPortions(scan: Generator<void, number>): Generator<number, number> {
  for (;;) {
    const step = scan.next();
    if (step.done === true) return step.value;
    yield 0;
  }
}
