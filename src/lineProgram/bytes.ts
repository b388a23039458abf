/** Bytes of JSON in this program's memory. Places are absolute; -1 says that it is not what was asked for. */
export const newline: u8 = 0x0a;
export const quote: u8 = 0x22;
export const comma: u8 = 0x2c;
export const colon: u8 = 0x3a;
export const openBracket: u8 = 0x5b;
export const backslash: u8 = 0x5c;
export const closeBracket: u8 = 0x5d;
export const openBrace: u8 = 0x7b;
export const closeBrace: u8 = 0x7d;

/** The first such byte from a place on; `end` where there is none. Up to 15 bytes behind `end` are read. */
export function find(byte: u8, from: i32, end: i32): i32 {
  const wanted = i8x16.splat(byte);
  let at = from;
  for (; at + 64 <= end; at += 64) {
    const first = v128.or(i8x16.eq(v128.load(at), wanted), i8x16.eq(v128.load(at, 16), wanted));
    const rest = v128.or(i8x16.eq(v128.load(at, 32), wanted), i8x16.eq(v128.load(at, 48), wanted));
    if (v128.any_true(v128.or(first, rest))) break;
  }
  for (; at < end; at += 16) {
    const hits = i8x16.bitmask(i8x16.eq(v128.load(at), wanted));
    if (hits != 0) {
      const found = at + ctz(hits);
      return found < end ? found : end;
    }
  }
  return end;
}

/** The quote that ends the string which begins right before `from`. */
export function stringEnd(from: i32, end: i32): i32 {
  const quotes = i8x16.splat(quote);
  const escapes = i8x16.splat(backslash);
  let at = from;
  while (at < end) {
    const bytes = v128.load(at);
    const hits = i8x16.bitmask(v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, escapes)));
    if (hits == 0) {
      at += 16;
      continue;
    }
    at += ctz(hits);
    if (at >= end) return -1;
    if (load<u8>(at) == quote) return at;
    at += 2;
  }
  return -1;
}

/** The place behind the value of any kind that begins there. */
export function valueEnd(from: i32, end: i32): i32 {
  let depth = 0;
  for (let at = from; at < end; at++) {
    const byte = load<u8>(at);
    if (byte == quote) {
      at = stringEnd(at + 1, end);
      if (at < 0) return -1;
      if (depth == 0) return at + 1;
    } else if (byte == openBrace || byte == openBracket) {
      depth++;
    } else if (byte == closeBrace || byte == closeBracket) {
      depth--;
      if (depth == 0) return at + 1;
      if (depth < 0) return at > from ? at : -1; // Behind a word or a number.
    } else if (byte == comma && depth == 0) {
      return at > from ? at : -1;
    }
  }
  return -1;
}

/** Whether this text of ASCII letters stands there. */
export function isText(at: i32, text: string): bool {
  return isSameText(at, changetype<i32>(text), text.length);
}

function isSameText(at: i32, text: i32, length: i32): bool {
  let index = 0;
  for (; index + 8 <= length; index += 8) {
    const wide = v128.load(text + index * 2);
    if (load<u64>(at + index) != i64x2.extract_lane(i8x16.narrow_i16x8_u(wide, wide), 0))
      return false;
  }
  for (; index < length; index++) {
    if (load<u8>(at + index) != <u8>load<u16>(text + index * 2)) return false;
  }
  return true;
}

export function isSame(a: i32, b: i32, length: i32): bool {
  let index = 0;
  for (; index + 16 <= length; index += 16) {
    if (v128.any_true(v128.xor(v128.load(a + index), v128.load(b + index)))) return false;
  }
  for (; index + 8 <= length; index += 8) {
    if (load<u64>(a + index) != load<u64>(b + index)) return false;
  }
  for (; index < length; index++) if (load<u8>(a + index) != load<u8>(b + index)) return false;
  return true;
}

/** A whole number without a sign that ends where a value ends and that 32 bits hold; -1 for any other. */
export function wholeNumber(from: i32, end: i32): i64 {
  if (end == from || end - from > 10) return -1;
  let value: i64 = 0;
  for (let at = from; at < end; at++) {
    const digit = <i32>load<u8>(at) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value <= 0xffff_ffff ? value : -1;
}
