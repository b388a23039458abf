import type { NameNumbers } from './names';

const longest = 64;
const backslash = 0x5c;

/** Numbers of names that stand in bytes; the same name most often comes many times in a row. */
export class ByteNames {
  private readonly last = new Uint8Array(longest);
  private lastLength = -1;
  private lastNumber = 0;

  constructor(private readonly names: NameNumbers) {}

  /** -1 for names that only parsing tells: long ones, and those with other letters than ASCII. */
  number(buffer: Buffer, start: number, end: number): number {
    if (this.isLast(buffer, start, end)) return this.lastNumber;
    this.lastLength = -1;
    if (end - start > longest || end <= start) return -1;
    for (let place = start; place < end; place += 1) {
      const byte = buffer[place] ?? 0;
      if (byte > 0x7e || byte === backslash) return -1;
      this.last[place - start] = byte;
    }
    this.lastLength = end - start;
    this.lastNumber = this.names.number(buffer.toString('latin1', start, end));
    return this.lastNumber;
  }

  private isLast(buffer: Buffer, start: number, end: number): boolean {
    if (end - start !== this.lastLength) return false;
    for (let index = 0; index < this.lastLength; index += 1) {
      if (buffer[start + index] !== this.last[index]) return false;
    }
    return true;
  }
}
