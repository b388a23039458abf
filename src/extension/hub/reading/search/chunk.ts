/** First bytes of accented Latin letters in UTF-8, up to U+017F. */
const accentLeads = [0xc3, 0xc4, 0xc5];

/** A reusable buffer with the part of a file that is being searched. */
export class Chunk {
  private readonly buffer: Buffer;
  private filled = 0;
  /** The bytes of the last fill. */
  bytes: Buffer = Buffer.alloc(0);
  private decoded: string | undefined;
  /** Next place of each lead byte at or after `lastFrom`; -1 if there is none. */
  private accents: (number | undefined)[] = [];
  private lastFrom = 0;

  /** `capacity` is in bytes. */
  constructor(capacity: number) {
    this.buffer = Buffer.allocUnsafeSlow(capacity);
  }

  /** Number of bytes in the chunk. */
  get length(): number {
    return this.filled;
  }

  /** The chunk as text, one character a byte. */
  get latin1(): string {
    this.decoded ??= this.textOf(0, this.filled);
    return this.decoded;
  }

  /** Refills the chunk: `read` writes into the buffer and returns the number of bytes. */
  fill(read: (room: Buffer) => number): void {
    this.filled = read(this.buffer);
    this.bytes = this.buffer.subarray(0, this.filled);
    this.decoded = undefined;
    this.accents = [];
  }

  /** Returns the available bytes between two places as text, one character a byte. */
  textOf(from: number, to: number): string {
    return this.buffer.toString('latin1', from, Math.min(to, this.filled));
  }

  /** Returns the place of the next accented letter, -1 if there is none. */
  nextAccent(from: number): number {
    if (from < this.lastFrom) this.accents = [];
    this.lastFrom = from;
    let next = -1;
    for (const [index, lead] of accentLeads.entries()) {
      let at = this.accents[index];
      if (at === undefined || (at >= 0 && at < from)) at = this.bytes.indexOf(lead, from);
      this.accents[index] = at;
      if (at >= 0 && (next < 0 || at < next)) next = at;
    }
    return next;
  }
}
