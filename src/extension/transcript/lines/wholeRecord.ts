import { recordsIn } from '../../agents/claude/entry/records';

const closingBrace = 0x7d;

/**
 * True for the bytes of a whole record without its line's end: no part of a record is an object. A client that
 * goes on behind one without a line's end writes the next record into the same line.
 */
export function isWholeRecord(bytes: Buffer): boolean {
  if (bytes.at(-1) !== closingBrace) return false;
  const { records, isDamaged } = recordsIn(bytes.toString('utf8'));
  return records.length > 0 && !isDamaged;
}
