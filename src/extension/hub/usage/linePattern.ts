import { colon, isText, quote, stringEnd } from './jsonBytes';
import { isSame, plainEnd } from './sameBytes';

/** Longer parts, and parts with more gaps, are not remembered. */
const mostBytes = 4096;
const mostGaps = 64;

const zero = 0x30;
const nine = 0x39;

/**
 * A part of a line as it was written before. The client writes the same keys in the same order again
 * and again, so that most lines differ in their gaps alone: in numbers and in the texts of some keys.
 */
export class LinePattern {
  /** The gaps of the part that matched last, or was learned, and the place behind it. */
  readonly starts = new Int32Array(mostGaps);
  readonly ends = new Int32Array(mostGaps);
  end = 0;
  private readonly bytes = Buffer.allocUnsafeSlow(mostBytes);
  private readonly view = new DataView(this.bytes.buffer);
  /** Where a gap begins in these bytes, and where what follows it does; numbers are true. */
  private readonly fixedEnds = new Int32Array(mostGaps + 1);
  private readonly fixedStarts = new Int32Array(mostGaps + 1);
  private readonly areNumbers = new Uint8Array(mostGaps);
  private gaps = 0;
  private length = 0;

  /** Takes over a part that makes sense as JSON; gaps are all numbers and the texts of these keys. */
  learn(bytes: Buffer, start: number, end: number, keys: readonly Buffer[]): void {
    this.length = 0;
    this.gaps = 0;
    if (end - start > mostBytes) return;
    bytes.copy(this.bytes, 0, start, end);
    let place = start;
    while (place < end) {
      if (bytes[place] !== quote) {
        place += 1;
        continue;
      }
      const key = place + 1;
      place = stringEnd(bytes, key, end) + 1;
      if (place === 0) return;
      if (bytes[place] !== colon) continue;
      place += 1;
      const isNumber = isDigit(bytes[place]);
      if (!isNumber && (bytes[place] !== quote || !keys.some((one) => isText(bytes, key, one)))) {
        continue;
      }
      if (this.gaps === mostGaps) return;
      const from = isNumber ? place : place + 1;
      place = isNumber ? digitsEnd(bytes, from, end) : stringEnd(bytes, from, end);
      if (place < 0) return;
      this.addGap(from, place, start, isNumber);
      if (!isNumber) place += 1;
    }
    this.fixedEnds[this.gaps] = end - start;
    this.end = end;
    this.length = end - start;
  }

  /** The gap that began there when this was learned; -1 for a value that is the same in all such parts. */
  gapAt(place: number): number {
    return this.starts.subarray(0, this.gaps).indexOf(place);
  }

  /** The place behind a part that differs in its gaps alone; -1 for any other. */
  match(bytes: Buffer, view: DataView, at: number, end: number): number {
    if (this.length === 0) return -1;
    const { view: own, starts, ends, gaps } = this;
    let place = at;
    for (let gap = 0; ; gap += 1) {
      const fixed = this.fixedStarts[gap] ?? 0;
      const length = (this.fixedEnds[gap] ?? 0) - fixed;
      if (place + length > end || !isSame(view, place, own, fixed, length)) return -1;
      place += length;
      if (gap === gaps) return (this.end = place);
      starts[gap] = place;
      place =
        this.areNumbers[gap] === 1 ? digitsEnd(bytes, place, end) : plainEnd(view, place, end);
      if (place < 0) return -1;
      ends[gap] = place;
    }
  }

  private addGap(from: number, to: number, start: number, isNumber: boolean): void {
    this.starts[this.gaps] = from;
    this.ends[this.gaps] = to;
    this.areNumbers[this.gaps] = isNumber ? 1 : 0;
    this.fixedEnds[this.gaps] = from - start;
    this.gaps += 1;
    this.fixedStarts[this.gaps] = to - start;
  }
}

function isDigit(byte = 0): boolean {
  return byte >= zero && byte <= nine;
}

/** -1 where no digit stands. */
function digitsEnd(bytes: Buffer, at: number, end: number): number {
  let place = at;
  while (place < end && isDigit(bytes[place])) place += 1;
  return place > at ? place : -1;
}
