import * as fs from 'node:fs';

/** A part of a file, in bytes. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** The text at a place of an open file. */
export function readText(file: number, { offset, length }: ByteRange): string {
  const bytes = Buffer.allocUnsafe(length);
  const read = fs.readSync(file, bytes, 0, length, offset);
  return bytes.toString('utf8', 0, read);
}
