/** `2026-11-20T20:34:39.418Z` */
const length = 24;
const dateLength = 10;
const zero = 0x30;

/** Reads times as the client writes them. */
export class TimeBytes {
  private readonly lastDate = new Uint8Array(dateLength);
  private lastMidnight = -1;

  /** Milliseconds since 1970; -1 for a time of another form. */
  read(bytes: Uint8Array, at: number, end: number): number {
    if (end - at !== length || bytes[at + 10] !== 0x54 || bytes[at + 23] !== 0x5a) return -1;
    if (bytes[at + 13] !== 0x3a || bytes[at + 16] !== 0x3a || bytes[at + 19] !== 0x2e) return -1;
    const midnight = this.midnight(bytes, at);
    const hours = digits(bytes, at + 11, 2);
    const minutes = digits(bytes, at + 14, 2);
    const seconds = digits(bytes, at + 17, 2);
    const ms = digits(bytes, at + 20, 3);
    if (midnight < 0 || !(hours < 24 && minutes < 60 && seconds < 60 && ms < 1000)) return -1;
    return midnight + ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms;
  }

  private midnight(bytes: Uint8Array, at: number): number {
    let isSame = this.lastMidnight >= 0;
    for (let index = 0; isSame && index < dateLength; index += 1) {
      isSame = bytes[at + index] === this.lastDate[index];
    }
    if (isSame) return this.lastMidnight;
    this.lastDate.set(bytes.subarray(at, at + dateLength));
    const parsed = Date.parse(Buffer.from(this.lastDate).toString('latin1'));
    this.lastMidnight = Number.isNaN(parsed) ? -1 : parsed;
    return this.lastMidnight;
  }
}

/** `NaN` where something else than digits stands there. */
function digits(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let index = 0; index < count; index += 1) {
    const digit = (bytes[at + index] ?? 0) - zero;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}
