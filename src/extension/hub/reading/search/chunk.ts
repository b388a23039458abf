/** The first bytes of Latin letters with accents in UTF-8, up to U+017F. */
const accentLeads = [0xc3, 0xc4, 0xc5];

/** A part of a file that is searched. */
export class Chunk {
  private readonly room: Buffer;
  private filled = 0;
  /** The bytes that it was filled with last. */
  bytes: Buffer = Buffer.alloc(0);
  private decoded: string | undefined;
  /** Where each lead byte is next, as seen from the place that was last asked about; -1 where it is not. */
  private accents: (number | undefined)[] = [];
  private askedFrom = 0;

  /** The capacity is in bytes. */
  constructor(capacity: number) {
    this.room = Buffer.allocUnsafeSlow(capacity);
  }

  /** Number of bytes that the chunk holds. */
  get length(): number {
    return this.filled;
  }

  /** The whole chunk as text, one character a byte. */
  get latin1(): string {
    this.decoded ??= this.textOf(0, this.filled);
    return this.decoded;
  }

  /** `read` puts bytes into the room that it gets, and answers how many. */
  fill(read: (room: Buffer) => number): void {
    this.filled = read(this.room);
    this.bytes = this.room.subarray(0, this.filled);
    this.decoded = undefined;
    this.accents = [];
  }

  /** The bytes between two places as text, one character a byte, as far as there are any. */
  textOf(from: number, to: number): string {
    return this.room.toString('latin1', from, Math.min(to, this.filled));
  }

  /** Where the next letter with an accent begins, -1 where there is none. */
  nextAccent(from: number): number {
    if (from < this.askedFrom) this.accents = [];
    this.askedFrom = from;
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
