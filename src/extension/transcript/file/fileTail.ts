import { open, type FileHandle } from 'node:fs/promises';
import { isMissing } from '../../util/files/isMissing';
import { goesOn, placeAt, type ReadPlace } from './readPlace';
import { maxLineBytes } from '../lines/lineWalk';
import { isWholeRecord } from '../lines/wholeRecord';

/** Others have their turn between two chunks, and one may be thousands of lines. */
const chunkBytes = 16 * 1024;
const newline = 0x0a;

/** The inode number of no file: one that comes back is another, though it may get the same number. */
const gone = -1;

export interface TailSink {
  /** A whole line without its end; the buffer is only good during the call. */
  onLine(line: Buffer): void;
  /** The file was cut or replaced: what was read before is void, reading starts over. */
  onRestart(): void;
}

/** Reads what was appended to a file since the last time, whole lines only. */
export class FileTail {
  private offset = 0;
  private last: ReadPlace | undefined;
  private rest: Buffer[] = [];
  private restBytes = 0;

  constructor(private readonly path: string) {}

  /** Bytes read so far. */
  get position(): number {
    return this.offset;
  }

  /** The place behind the last whole line. */
  get wholeLines(): number {
    return this.offset - this.restBytes;
  }

  /** Undefined before the first read. */
  get place(): ReadPlace | undefined {
    return this.last;
  }

  /** The next read starts there, if the file still goes on from it. */
  resume(place: ReadPlace): void {
    this.rewind();
    this.offset = place.offset;
    this.last = place;
  }

  /** The next read starts at the beginning. */
  rewind(): void {
    this.offset = 0;
    this.rest = [];
    this.restBytes = 0;
    this.last = undefined;
  }

  /** False when there is no such file. Other errors (no right to read, disk) are thrown. */
  async read(reader: TailSink): Promise<boolean> {
    let file: FileHandle;
    try {
      file = await open(this.path, 'r');
    } catch (error) {
      if (!isMissing(error)) throw error;
      if (this.last !== undefined) this.last = { ...this.last, ino: gone };
      return false;
    }
    try {
      await this.readFrom(file, reader);
    } finally {
      await file.close();
    }
    return true;
  }

  private async readFrom(file: FileHandle, reader: TailSink): Promise<void> {
    const stat = await file.stat();
    const before = this.last;
    if (before !== undefined && (stat.size < this.offset || !goesOn(file.fd, stat, before))) {
      this.rewind();
      reader.onRestart();
    }
    try {
      await this.readNew(file, stat.size, reader);
    } finally {
      this.last = placeAt(file.fd, stat, this.wholeLines, this.last);
    }
  }

  private async readNew(file: FileHandle, size: number, reader: TailSink): Promise<void> {
    if (size === this.offset) return;
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, size - this.offset));
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, chunk.length, this.offset);
      if (bytesRead === 0) break;
      this.offset += bytesRead;
      this.split(chunk.subarray(0, bytesRead), reader);
    }
    const rest = this.rest.length === 1 ? this.rest[0] : Buffer.concat(this.rest);
    if (rest === undefined || !isWholeRecord(rest)) return;
    reader.onLine(rest);
    this.rest = [];
    this.restBytes = 0;
  }

  private split(chunk: Buffer, reader: TailSink): void {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(newline, start);
      if (end < 0) break;
      const part = chunk.subarray(start, end);
      start = end + 1;
      if (this.restBytes === 0) {
        if (part.length > 0) reader.onLine(part);
        continue;
      }
      this.keep(part);
      if (this.restBytes <= maxLineBytes) reader.onLine(Buffer.concat(this.rest));
      this.rest = [];
      this.restBytes = 0;
    }
    if (start < chunk.length) this.keep(Buffer.from(chunk.subarray(start)));
  }

  private keep(part: Buffer): void {
    this.restBytes += part.length;
    if (this.restBytes <= maxLineBytes) this.rest.push(part);
    else this.rest = [];
  }
}
