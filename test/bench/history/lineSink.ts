import * as fs from 'node:fs';
import * as path from 'node:path';

const chunkBytes = 1024 * 1024;

/** Writes one file, lines as they come, with one chunk of memory. */
export class LineSink {
  private readonly descriptor: number;
  private readonly chunk = Buffer.allocUnsafe(chunkBytes);
  private filled = 0;
  private _bytes = 0;

  constructor(readonly file: string) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    this.descriptor = fs.openSync(file, 'w');
  }

  /** Written so far. */
  get bytes(): number {
    return this._bytes;
  }

  json(value: unknown): void {
    this.text(`${JSON.stringify(value)}\n`);
  }

  text(text: string): void {
    // A UTF-16 unit takes three bytes at most.
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

  /** `changedAt`, ms since 1970: when the client would have written last. */
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
