import { isWholeRecord } from '../lines/wholeRecord';
import { openBytes, type FileBytes } from './fileBytes';

/** Complete lines of a file, without their line feeds. */
export interface LineWindow {
  /** Offset of the first line, in bytes. */
  readonly from: number;
  /** Offset after the last line. */
  readonly to: number;
  readonly lines: readonly Line[];
}

export interface Line {
  readonly at: number;
  /** Undefined for a line that is too long to read. */
  readonly bytes: Buffer | undefined;
  /** Length of the line in bytes, including its line feed if it has one. */
  readonly length: number;
}

export interface LineLimits {
  /** Size of a window in bytes; it grows if no line ends in it. */
  readonly windowBytes: number;
  readonly maxLineBytes: number;
}

const lineEnd = 0x0a;
const recordEnd = 0x7d;

const defaultLimits: LineLimits = { windowBytes: 256 * 1024, maxLineBytes: 24_000_000 };

/**
 * Reads a file of lines in windows, in either direction from any offset; never as a whole. A
 * complete record at the end of the file is a line even without a line feed; bytes appended after
 * it form the next line.
 */
export class LineFile {
  private constructor(
    private readonly bytes: FileBytes,
    private readonly limits: LineLimits,
  ) {}

  /** Opens a file; rejects with the file system's error. */
  static async open(file: string, limits: LineLimits = defaultLimits): Promise<LineFile> {
    return new LineFile(await openBytes(file), limits);
  }

  /** Takes ownership of `bytes`: closing this closes them. */
  static fromBytes(bytes: FileBytes): LineFile {
    return new LineFile(bytes, defaultLimits);
  }

  get size(): number {
    return this.bytes.size;
  }

  /** Changes if a different file has the same name. */
  get identity(): string {
    return this.bytes.identity;
  }

  async close(): Promise<void> {
    await this.bytes.close();
  }

  /** Offset after the last complete line; the bytes after it are still being written. */
  async wholeEnd(): Promise<number> {
    const start = await this.lineStartBefore(this.size);
    return (await this.isWhole(start, this.size)) ? this.size : start;
  }

  /** Offset of the start of the line that contains the byte. */
  async startOfLine(at: number): Promise<number> {
    const place = Math.min(at, this.size);
    return (await this.isLineStart(place)) ? place : this.lineStartBefore(place);
  }

  /**
   * True if a line starts at `at`. An offset from an earlier response may lie in a part that was
   * truncated since.
   */
  async isLineStart(at: number): Promise<boolean> {
    if (at === 0) return true;
    if (at > this.size) return false;
    if ((await this.read(at - 1, at))[0] === lineEnd) return true;
    return this.isWhole(await this.lineStartBefore(at), at);
  }

  /** True if the file that was read up to `end` was neither replaced nor truncated since. */
  async continuesFrom(identity: string, end: number): Promise<boolean> {
    return identity === this.identity && (await this.isLineStart(end));
  }

  /** The lines that end at `at`, which is the start of a line. */
  async readBefore(at: number, windowBytes = this.limits.windowBytes): Promise<LineWindow> {
    for (let want = windowBytes; ; want *= 4) {
      const from = Math.max(0, at - want);
      const bytes = await this.read(from, at);
      const first = bytes.indexOf(lineEnd);
      // Returns only the line for which the window was enlarged; the next window has the others.
      const isWidened = want > windowBytes;
      const start = isWidened
        ? bytes.lastIndexOf(lineEnd, bytes.length - 2) + 1
        : from === 0
          ? 0
          : first < 0
            ? bytes.length
            : first + 1;
      const found = isWidened ? start > 0 || from === 0 : start < bytes.length;
      if (found && start < bytes.length) return windowOf(from + start, bytes.subarray(start));
      if (bytes.length === 0) return { from: at, to: at, lines: [] };
      if (want >= this.limits.maxLineBytes)
        return tooLongWindow(await this.lineStartBefore(at - 1), at);
    }
  }

  /**
   * The complete lines from `at`, which is the start of a line; at the end of the file, also a last
   * line without a line feed.
   */
  async readAfter(at: number, windowBytes = this.limits.windowBytes): Promise<LineWindow> {
    for (let want = windowBytes; ; want *= 4) {
      const bytes = await this.read(at, Math.min(this.size, at + want));
      const isWidened = want > windowBytes;
      const end = isWidened ? bytes.indexOf(lineEnd) : bytes.lastIndexOf(lineEnd);
      if (end >= 0) return windowOf(at, bytes.subarray(0, end + 1));
      if (at + want >= this.size) {
        const isWhole = bytes.length <= this.limits.maxLineBytes && isWholeRecord(bytes);
        return isWhole ? windowOf(at, bytes) : { from: at, to: at, lines: [] };
      }
      if (want >= this.limits.maxLineBytes) {
        const next = await this.nextLineEnd(at + bytes.length);
        return next === undefined ? { from: at, to: at, lines: [] } : tooLongWindow(at, next + 1);
      }
    }
  }

  /** True if the bytes are one complete record. */
  private async isWhole(from: number, to: number): Promise<boolean> {
    if (to - from > this.limits.maxLineBytes) return false;
    const last = await this.read(Math.max(from, to - 1), to);
    return last[0] === recordEnd && isWholeRecord(await this.read(from, to));
  }

  /** Offset after the last line feed before `at`. */
  private async lineStartBefore(at: number): Promise<number> {
    for (let to = at; to > 0;) {
      const from = Math.max(0, to - this.limits.windowBytes);
      const found = (await this.read(from, to)).lastIndexOf(lineEnd);
      if (found >= 0) return from + found + 1;
      to = from;
    }
    return 0;
  }

  private async nextLineEnd(at: number): Promise<number | undefined> {
    for (let from = at; from < this.size; from += this.limits.windowBytes) {
      const bytes = await this.read(from, Math.min(this.size, from + this.limits.windowBytes));
      const found = bytes.indexOf(lineEnd);
      if (found >= 0) return from + found;
      if (bytes.length === 0) break;
    }
    return undefined;
  }

  private read(from: number, to: number): Promise<Buffer> {
    return this.bytes.read(from, Math.max(from, to));
  }
}

/** `bytes` end with a line feed or with a complete record. */
function windowOf(from: number, bytes: Buffer): LineWindow {
  const lines: Line[] = [];
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(lineEnd, start);
    const end = found < 0 ? bytes.length : found;
    lines.push({
      at: from + start,
      bytes: bytes.subarray(start, end),
      length: (found < 0 ? end : end + 1) - start,
    });
    start = end + 1;
  }
  return { from, to: from + bytes.length, lines };
}

function tooLongWindow(from: number, to: number): LineWindow {
  return { from, to, lines: [{ at: from, bytes: undefined, length: to - from }] };
}
