import { createHash } from 'node:crypto';
import * as fs from 'node:fs';

const newline = 0x0a;
/** Number of bytes at a file's beginning by which it is known again. */
const headBytes = 1_024;

/** The identity of a file, whatever its path is by now. */
export interface FileIdentity {
  readonly dev: number;
  readonly ino: number;
}

/** How far a growing file of lines was read, and what tells that it is still the same file. */
export interface ReadPlace extends FileIdentity {
  /** The place behind the last whole line. */
  readonly offset: number;
  /** Hash of the first bytes, 1,024 at most and none behind `offset`. */
  readonly head: number;
}

type Stat = FileIdentity & { readonly size: number };

/** The place of a reading that ended at `offset`; `before` is where that reading began. */
export function placeAt(
  descriptor: number,
  { dev, ino }: FileIdentity,
  offset: number,
  before?: ReadPlace,
): ReadPlace {
  const isHeadKnown = before !== undefined && before.offset >= headBytes;
  return { dev, ino, offset, head: isHeadKnown ? before.head : headOf(descriptor, offset) };
}

/** False for a file that certainly is another one, or was cut; `goesOn` looks into it, too. */
export function mayGoOn(now: Stat, { dev, ino, offset }: ReadPlace): boolean {
  return now.dev === dev && now.ino === ino && now.size >= offset;
}

/** Whether an open file goes on from where it was read: it was not replaced, cut or written over. */
export function goesOn(descriptor: number, now: Stat, place: ReadPlace): boolean {
  if (!mayGoOn(now, place)) return false;
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
