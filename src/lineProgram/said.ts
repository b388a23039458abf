import { backslash, colon, openBrace, quote } from './bytes';
import { close, currentEnd, isKey, next, open, resume, value } from './cursor';

/**
 * False where what stands at a place of a line is none of its texts for sure: a name of the format, or
 * one of the client's notes, which are in every line.
 */
export function mayBeSaid(start: i32, end: i32, place: i32): bool {
  open(start, end);
  while (next()) {
    if (value > place) return false;
    if (isKey('message"') && load<u8>(value) == openBrace) {
      open(value, end);
      while (next()) {
        if (value > place) return false;
        if (place < currentEnd()) return isKey('content"') && !isInKey(start, end, place);
      }
      if (close > place) return false;
      if (close < 0) return true;
      resume(close, end);
    } else if (place < currentEnd()) {
      return isKey('attachment"') || isKey('summary"');
    }
  }
  // Only parsing tells what is in a line of another form.
  return close < 0;
}

/** A text that a colon follows is a key. */
function isInKey(start: i32, end: i32, place: i32): bool {
  let from = place;
  while (from > start && isOfName(load<u8>(from))) from--;
  let to = place;
  while (to < end && isOfName(load<u8>(to))) to++;
  const isText = load<u8>(from) == quote && load<u8>(from - 1) != backslash;
  return isText && load<u8>(to) == quote && load<u8>(to + 1) == colon;
}

function isOfName(byte: u8): bool {
  return byte != quote && byte != backslash;
}
