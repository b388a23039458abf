import * as fs from 'node:fs';
import * as path from 'node:path';

const chunkBytes = 1024 * 1024;

/** Writes a file line by line, with a buffer of a fixed size. */
export class LineSink {
  private readonly descriptor: number;
  private readonly chunk = Buffer.allocUnsafe(chunkBytes);
  private filled = 0;
  private _bytes = 0;

  constructor(readonly file: string) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    this.descriptor = fs.openSync(file, 'w');
  }

  /** Number of bytes written so far. */
  get bytes(): number {
    return this._bytes;
  }

  json(value: unknown): void {
    this.text(`${JSON.stringify(value)}\n`);
  }

  text(text: string): void {
    // A UTF-16 code unit needs at most three bytes in UTF-8.
    if (text.length * 3 > chunkBytes - this.filled) {
      this.flush();
      if (text.length * 3 > chunkBytes) {
        this._bytes += fs.writeSync(this.descriptor, text);
        return;
      }
    }
    const written = this.chunk.write(text, this.filled);
    this.filled += written;
    this._bytes += written;
  }

  raw(bytes: Buffer): void {
    this.flush();
    this._bytes += fs.writeSync(this.descriptor, bytes);
  }

  /** Closes the file. `changedAt` becomes its modification time, in ms since 1970. */
  close(changedAt: number): void {
    this.flush();
    fs.futimesSync(this.descriptor, changedAt / 1000, changedAt / 1000);
    fs.closeSync(this.descriptor);
  }

  private flush(): void {
    if (this.filled > 0) fs.writeSync(this.descriptor, this.chunk, 0, this.filled);
    this.filled = 0;
  }
}
