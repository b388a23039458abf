import { parseObject } from '../entry/json';

const closingBrace = 0x7d;

/** True for the bytes of a whole record without its line's end: no part of a record is an object. */
export function isWholeRecord(bytes: Buffer): boolean {
  return bytes.at(-1) === closingBrace && parseObject(bytes.toString('utf8')) !== undefined;
}
