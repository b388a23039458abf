/** JSON as bytes, without a string made of it. Places are absolute; -1 says that it is not what was asked for. */
export const quote = 0x22;
export const comma = 0x2c;
export const colon = 0x3a;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
export const openBracket = 0x5b;
const closeBracket = 0x5d;
export const backslash = 0x5c;
/** The quote that ends the string which begins right before `at`. */
export function stringEnd(bytes: Buffer, at: number, end: number): number {
  // Whole numbers of 32 bits all the way: else each step is checked for growing out of them.
  for (let place = at | 0; place < end; place = (place + 1) | 0) {
    const byte = bytes[place];
    if (byte === quote) return place;
    if (byte === backslash) place = (place + 1) | 0;
  }
  return -1;
}

/** The place behind the value of any kind that begins at `at`. */
export function valueEnd(bytes: Buffer, at: number, end: number): number {
  let depth = 0;
  for (let place = at; place < end; place += 1) {
    const byte = bytes[place];
    if (byte === quote) {
      place = stringEnd(bytes, place + 1, end);
      if (place < 0) return -1;
      if (depth === 0) return place + 1;
    } else if (byte === openBrace || byte === openBracket) {
      depth += 1;
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
      if (depth === 0) return place + 1;
      if (depth < 0) return place > at ? place : -1; // Behind a word or a number.
    } else if (byte === comma && depth === 0) {
      return place > at ? place : -1;
    }
  }
  return -1;
}

/** Whether a key or a plain word stands there, with its closing quote. */
export function isText(bytes: Buffer, at: number, text: Buffer): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[at + index] !== text[index]) return false;
  }
  return true;
}

/** A key with its closing quote, for `isText`. */
export function keyBytes(name: string): Buffer {
  return Buffer.from(`${name}"`, 'latin1');
}
