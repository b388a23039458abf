import { type FileHandle, open } from 'node:fs/promises';

export interface ReaderLimits {
  /** Of a larger file only this much of its end is read. */
  readonly maxBytes: number;
  readonly chunkBytes: number;
  /** A longer line is counted as bad and passed over. */
  readonly maxLineBytes: number;
}

export interface ReaderSink {
  /** Everything before is void: the first read, or the file is another one now. */
  reset(): void;
  lines(lines: readonly string[]): void;
  /** A line that is too long to be looked at. */
  tooLong(): void;
}

const lineEnd = 0x0a;

/**
 * Reads a growing file by its whole lines, each byte once. Bytes are decoded line by line, so that no
 * character is cut; the unfinished last line waits for its end.
 */
export class TranscriptReader {
  /** Where the first unread line begins. */
  private offset = -1;
  private inode = '';
  skippedBytes = 0;
  totalBytes = 0;

  constructor(
    private readonly limits: ReaderLimits = {
      maxBytes: 20_000_000,
      chunkBytes: 64 * 1024,
      maxLineBytes: 4_000_000,
    },
  ) {}

  /** Reads what is new. Must not run twice at once. Throws what the file system throws. */
  async read(path: string, sink: ReaderSink): Promise<void> {
    const file = await open(path, 'r');
    try {
      const { size, ino, dev } = await file.stat();
      if (!(await this.continues(file, `${dev}:${ino}`, size))) {
        this.inode = `${dev}:${ino}`;
        this.offset = await this.startOf(file, size);
        this.skippedBytes = this.offset;
        sink.reset();
      }
      this.totalBytes = size;
      await this.readLines(file, size, sink);
    } finally {
      await file.close();
    }
  }

  /** Whether the file is the one read last, only longer: same inode, and a line still ends there. */
  private async continues(file: FileHandle, inode: string, size: number): Promise<boolean> {
    if (this.offset < 0 || inode !== this.inode || size < this.offset) return false;
    return this.offset === this.skippedBytes || (await endsLineAt(file, this.offset - 1));
  }

  /** Where to begin in a file that may be too large to be shown whole. */
  private async startOf(file: FileHandle, size: number): Promise<number> {
    if (size <= this.limits.maxBytes) return 0;
    const buffer = Buffer.allocUnsafe(this.limits.chunkBytes);
    let position = size - this.limits.maxBytes;
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      if (bytesRead === 0) return size;
      const end = buffer.subarray(0, bytesRead).indexOf(lineEnd);
      if (end >= 0) return position + end + 1;
      position += bytesRead;
    }
  }

  private async readLines(file: FileHandle, size: number, sink: ReaderSink): Promise<void> {
    let position = this.offset;
    let pending: Buffer[] = [];
    let pendingBytes = 0;
    while (position < size) {
      const chunk = Buffer.allocUnsafe(Math.min(this.limits.chunkBytes, size - position));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      const last = chunk.subarray(0, bytesRead).lastIndexOf(lineEnd);
      if (last < 0) {
        pendingBytes += bytesRead;
        // A line that nobody will read is not kept; its length says enough.
        if (pendingBytes <= this.limits.maxLineBytes) pending.push(chunk.subarray(0, bytesRead));
        continue;
      }
      const whole = chunk.subarray(0, last);
      if (pendingBytes > this.limits.maxLineBytes) {
        sink.tooLong();
        const first = whole.indexOf(lineEnd);
        if (first >= 0) sink.lines(decoded(whole.subarray(first + 1)));
      } else {
        sink.lines(decoded(Buffer.concat([...pending, whole])));
      }
      pending = [chunk.subarray(last + 1, bytesRead)];
      pendingBytes = bytesRead - last - 1;
      this.offset = position - pendingBytes;
    }
  }
}

function decoded(bytes: Buffer): string[] {
  return bytes.toString('utf8').split('\n');
}

async function endsLineAt(file: FileHandle, position: number): Promise<boolean> {
  const byte = Buffer.alloc(1);
  const { bytesRead } = await file.read(byte, 0, 1, position);
  return bytesRead === 1 && byte[0] === lineEnd;
}
