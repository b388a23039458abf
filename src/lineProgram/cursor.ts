import { closeBrace, colon, comma, isText, quote, stringEnd, valueEnd } from './bytes';

// Goes over the keys of one JSON object. Values that nobody asks about are passed over.
let limit: i32 = 0;
let keyStart: i32 = 0;
let behind: i32 = -1;
let isFirst: bool = true;
/** Where the value of the current key begins. */
export let value: i32 = 0;
/** Behind the object's brace, once `next` was false; -1 where it is not JSON as the client writes it. */
export let close: i32 = -1;

/** `at` is the place of the object's first brace; nothing is taken from `end` on. */
export function open(at: i32, end: i32): void {
  resume(at + 1, end);
  isFirst = true;
}

/** Goes on behind a value in the middle of an object. */
export function resume(at: i32, end: i32): void {
  limit = end;
  behind = at;
  isFirst = false;
  close = -1;
}

/** Goes on behind an object inside of the one that was open. */
export function goOn(at: i32, closed: i32): void {
  value = at;
  behind = closed;
  isFirst = false;
}

/** False behind the last key, and where the bytes make no sense. */
export function next(): bool {
  let at = currentEnd();
  if (at < 0 || at >= limit) return false;
  if (load<u8>(at) == closeBrace) {
    close = at + 1;
    return false;
  }
  if (!isFirst) {
    if (load<u8>(at) != comma) return false;
    at++;
  }
  isFirst = false;
  if (load<u8>(at) != quote) return false;
  const keyEnd = stringEnd(at + 1, limit);
  if (keyEnd < 0 || load<u8>(keyEnd + 1) != colon) return false;
  keyStart = at + 1;
  value = keyEnd + 2;
  behind = -1;
  return true;
}

/** Where what belongs to the current key begins, in an object that has one before it: the comma. */
export function keyBegin(): i32 {
  return keyStart - 2;
}

/** Whether the current key is this one, which has its closing quote. */
export function isKey(name: string): bool {
  // The length alone tells most keys apart.
  return value - 1 - keyStart == name.length && isText(keyStart, name);
}

/** The place behind the current value; -1 where it does not end. */
export function currentEnd(): i32 {
  if (behind < 0) behind = valueEnd(value, limit);
  return behind;
}
