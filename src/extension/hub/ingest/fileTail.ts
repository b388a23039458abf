import { open, type FileHandle } from 'node:fs/promises';
import { maxLineBytes } from './lineWalk';

/** Others have their turn between two chunks, and one may be thousands of lines. */
const chunkBytes = 16 * 1024;
const newline = 0x0a;

/** The identity of a file that was there and is not. */
const gone = 'gone';

export interface TailReader {
  /** A whole line without its end; the buffer is only good during the call. */
  onLine(line: Buffer): void;
  /** The file was cut or replaced: what was read before is void, reading starts over. */
  onRestart(): void;
}

/** Reads what was appended to a file since the last time, whole lines only. */
export class FileTail {
  private offset = 0;
  private identity: string | undefined;
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

  /** The next read starts there, if the file is still that one and has not become shorter. */
  resume(offset: number, { dev, ino }: { readonly dev: number; readonly ino: number }): void {
    this.rewind();
    this.offset = offset;
    this.identity = `${dev}:${ino}`;
  }

  /** The next read starts at the beginning. */
  rewind(): void {
    this.offset = 0;
    this.rest = [];
    this.restBytes = 0;
  }

  /** False when there is no such file. Other errors (no right to read, disk) are thrown. */
  async read(reader: TailReader): Promise<boolean> {
    let file: FileHandle;
    try {
      file = await open(this.path, 'r');
    } catch (error) {
      if (!isMissing(error)) throw error;
      // One that comes back is another, though it may get the same number.
      if (this.identity !== undefined) this.identity = gone;
      return false;
    }
    try {
      await this.readFrom(file, reader);
    } finally {
      await file.close();
    }
    return true;
  }

  private async readFrom(file: FileHandle, reader: TailReader): Promise<void> {
    const stat = await file.stat();
    const identity = `${stat.dev}:${stat.ino}`;
    const replaced = this.identity !== undefined && this.identity !== identity;
    if (replaced || stat.size < this.offset || (await this.wasRewritten(file))) {
      this.rewind();
      reader.onRestart();
    }
    this.identity = identity;
    if (stat.size === this.offset) return;
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, stat.size - this.offset));
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, chunk.length, this.offset);
      if (bytesRead === 0) return;
      this.offset += bytesRead;
      this.split(chunk.subarray(0, bytesRead), reader);
    }
  }

  /** Whether another text stands where the last whole line ended. */
  private async wasRewritten(file: FileHandle): Promise<boolean> {
    if (this.wholeLines === 0) return false;
    const { bytesRead, buffer } = await file.read(Buffer.alloc(1), 0, 1, this.wholeLines - 1);
    return bytesRead !== 1 || buffer[0] !== newline;
  }

  private split(chunk: Buffer, reader: TailReader): void {
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

export function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOENT' || error.code === 'ENOTDIR')
  );
}
