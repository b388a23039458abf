import { backslash, quote } from './jsonBytes';

const fourQuotes = 0x2222_2222;
const ones = 0x0101_0101;
const signs = 0x8080_8080;

/**
 * Whether two stretches of text are the same bytes. Eight at a time they are compared as numbers, which
 * tells all apart but two kinds of zero, and those have bytes that no text has; it may take what is the
 * same for different where there are bytes beyond ASCII.
 */
export function isSame(
  a: DataView,
  aStart: number,
  b: DataView,
  bStart: number,
  length: number,
): boolean {
  let index = 0;
  for (; index + 8 <= length; index += 8) {
    if (a.getFloat64(aStart + index, true) !== b.getFloat64(bStart + index, true)) return false;
  }
  for (; index < length; index += 1) {
    if (a.getUint8(aStart + index) !== b.getUint8(bStart + index)) return false;
  }
  return true;
}

/** The quote that ends a text; -1 where it may be one of the text's own. */
export function plainEnd(view: DataView, at: number, end: number): number {
  let place = at | 0;
  // Four bytes at a time: taking one from each borrows from the next only where one of them was a quote.
  for (; place + 4 <= end; place = (place + 4) | 0) {
    const others = view.getInt32(place, true) ^ fourQuotes;
    if (((others - ones) & ~others & signs) !== 0) break;
  }
  while (place < end && view.getUint8(place) !== quote) place = (place + 1) | 0;
  return place < end && view.getUint8(place - 1) !== backslash ? place : -1;
}

/** A view of bytes, made anew only for others. */
export class ViewOf {
  private bytes: Uint8Array = new Uint8Array();
  private view = new DataView(this.bytes.buffer);

  of(bytes: Uint8Array): DataView {
    if (this.bytes !== bytes) {
      this.bytes = bytes;
      this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    }
    return this.view;
  }
}
