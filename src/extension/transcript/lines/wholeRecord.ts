import { recordsIn } from '../../agents/claude/entry/records';

const closingBrace = 0x7d;

/**
 * True if the bytes are one complete record, which no prefix of a record can be. A client that
 * continues after a record without a line feed writes the next record into the same line.
 */
export function isWholeRecord(bytes: Buffer): boolean {
  if (bytes.at(-1) !== closingBrace) return false;
  const { records, isDamaged } = recordsIn(bytes.toString('utf8'));
  return records.length > 0 && !isDamaged;
}
