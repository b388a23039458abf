import { createHash } from 'node:crypto';
import * as fs from 'node:fs';

const newline = 0x0a;
/** Number of bytes at the start of a file that identify it. */
const headBytes = 1_024;

/** Identifies a file independently of its path. */
export interface FileIdentity {
  readonly dev: number;
  readonly ino: number;
}

/** How far a growing file of lines was read, and what identifies the file as the same. */
export interface ReadPlace extends FileIdentity {
  /** Offset after the last complete line. */
  readonly offset: number;
  /** Hash of the first bytes up to `offset`, at most 1,024. */
  readonly head: number;
}

type Stat = FileIdentity & { readonly size: number };

/** The position of a read that ended at `offset`; `before` is where that read started. */
export function placeAt(
  descriptor: number,
  { dev, ino }: FileIdentity,
  offset: number,
  before?: ReadPlace,
): ReadPlace {
  const isHeadKnown = before !== undefined && before.offset >= headBytes;
  return { dev, ino, offset, head: isHeadKnown ? before.head : headOf(descriptor, offset) };
}

/** False if the file was certainly replaced or truncated; `continuesFrom` also checks its content. */
export function mayContinueFrom(now: Stat, { dev, ino, offset }: ReadPlace): boolean {
  return now.dev === dev && now.ino === ino && now.size >= offset;
}

/** True if an open file continues from where it was read: it was not replaced, truncated or overwritten. */
export function continuesFrom(descriptor: number, now: Stat, place: ReadPlace): boolean {
  if (!mayContinueFrom(now, place)) return false;
  if (place.offset === 0) return true;
  const last = Buffer.alloc(1);
  const read = fs.readSync(descriptor, last, 0, 1, place.offset - 1);
  return read === 1 && last[0] === newline && headOf(descriptor, place.offset) === place.head;
}

function headOf(descriptor: number, offset: number): number {
  const bytes = Buffer.alloc(Math.min(headBytes, offset));
  const read = fs.readSync(descriptor, bytes, 0, bytes.length, 0);
  return createHash('sha256').update(bytes.subarray(0, read)).digest().readUIntBE(0, 6);
}
