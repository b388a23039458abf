import { createLineScan, type BytePair, type LineFinder } from '../../transcript/lines/lineFinder';

/** The first bytes of Latin letters with accents in UTF-8, up to U+017F. */
const accentLeads = [0xc3, 0xc4, 0xc5];

/** Room behind the chunk for the second byte of a pair, in bytes; the longest word has fewer. */
const mostGap = 4 * 1024;

/** A part of a file, where the program that reads lines can reach it. */
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
  constructor(
    capacity: number,
    private readonly scan: LineFinder = createLineScan(capacity + mostGap),
  ) {
    this.room = scan.bytes.subarray(scan.from, scan.from + capacity);
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

  /** Where the first byte of the pair is next, -1 where it is not; undefined where pairs cannot be looked for. */
  findPair(pair: BytePair, from: number): number | undefined {
    const { scan, filled } = this;
    const at = scan.findPair(pair, scan.from + from, scan.from + filled);
    return at === undefined || at < 0 ? at : at - scan.from;
  }

  /** False where what stands at a place of a line is none of its texts for sure; nothing is decoded for that. */
  mayBeSaid(start: number, end: number, place: number): boolean {
    const { from } = this.scan;
    return this.scan.mayBeSaid(from + start, from + end, from + place);
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
