import { openBytes, type FileBytes } from './fileBytes';

/** Whole lines of a file, without their ends. */
export interface LineWindow {
  /** Where the first line begins. */
  readonly from: number;
  /** Behind the end of the last line. */
  readonly to: number;
  readonly lines: readonly Line[];
}

export interface Line {
  readonly at: number;
  /** Absent for a line that is too long to be looked at. */
  readonly bytes: Buffer | undefined;
  /** Length of the line in bytes, its line feed included. */
  readonly length: number;
}

export interface LineLimits {
  /** Number of bytes that one window reads, as long as a line ends in it. */
  readonly windowBytes: number;
  readonly maxLineBytes: number;
}

const lineEnd = 0x0a;

const defaultLimits: LineLimits = { windowBytes: 256 * 1024, maxLineBytes: 24_000_000 };

/** Reads a file of lines by windows, from any place in either direction; never as a whole. */
export class LineFile {
  private constructor(
    private readonly bytes: FileBytes,
    private readonly limits: LineLimits,
  ) {}

  /** Throws what the file system throws. */
  static async open(file: string, limits: LineLimits = defaultLimits): Promise<LineFile> {
    return new LineFile(await openBytes(file), limits);
  }

  /** Closes the bytes with itself. */
  static over(bytes: FileBytes): LineFile {
    return new LineFile(bytes, defaultLimits);
  }

  get size(): number {
    return this.bytes.size;
  }

  /** Another value means another file behind the same name. */
  get identity(): string {
    return this.bytes.identity;
  }

  async close(): Promise<void> {
    await this.bytes.close();
  }

  /** Behind the last line that has its end; what follows is still being written. */
  async wholeEnd(): Promise<number> {
    return (await this.lastLineEndBefore(this.size)) + 1;
  }

  /** Where the line begins that holds the byte. */
  async startOfLine(at: number): Promise<number> {
    return (await this.lastLineEndBefore(Math.min(at, this.size))) + 1;
  }

  /** Whether a line may begin there: what an answer named may since be cut off. */
  async isLineStart(at: number): Promise<boolean> {
    if (at === 0) return true;
    return at <= this.size && (await this.read(at - 1, at))[0] === lineEnd;
  }

  /** Whether it is the file that was read up to `end`: neither replaced nor cut since. */
  async goesOnFrom(identity: string, end: number): Promise<boolean> {
    return identity === this.identity && (await this.isLineStart(end));
  }

  /** The lines that end at `at`, where a line begins. */
  async before(at: number, windowBytes = this.limits.windowBytes): Promise<LineWindow> {
    for (let want = windowBytes; ; want *= 4) {
      const from = Math.max(0, at - want);
      const bytes = await this.read(from, at);
      // Only the line that the window was widened for: the others are for the next one.
      const isWidened = want > windowBytes;
      const start = isWidened
        ? bytes.lastIndexOf(lineEnd, bytes.length - 2) + 1
        : from === 0
          ? 0
          : bytes.indexOf(lineEnd) + 1;
      const found = isWidened ? start > 0 || from === 0 : start < bytes.length;
      if (found && start < bytes.length) return windowOf(from + start, bytes.subarray(start));
      if (bytes.length === 0) return { from: at, to: at, lines: [] };
      if (want >= this.limits.maxLineBytes) return tooLong(await this.startOfLine(at - 1), at);
    }
  }

  /** The whole lines from `at` on, where a line begins. */
  async after(at: number, windowBytes = this.limits.windowBytes): Promise<LineWindow> {
    for (let want = windowBytes; ; want *= 4) {
      const bytes = await this.read(at, Math.min(this.size, at + want));
      const isWidened = want > windowBytes;
      const end = isWidened ? bytes.indexOf(lineEnd) : bytes.lastIndexOf(lineEnd);
      if (end >= 0) return windowOf(at, bytes.subarray(0, end + 1));
      if (at + want >= this.size) return { from: at, to: at, lines: [] };
      if (want >= this.limits.maxLineBytes) {
        const next = await this.nextLineEnd(at + bytes.length);
        return next === undefined ? { from: at, to: at, lines: [] } : tooLong(at, next + 1);
      }
    }
  }

  private async lastLineEndBefore(at: number): Promise<number> {
    for (let to = at; to > 0;) {
      const from = Math.max(0, to - this.limits.windowBytes);
      const found = (await this.read(from, to)).lastIndexOf(lineEnd);
      if (found >= 0) return from + found;
      to = from;
    }
    return -1;
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

/** `bytes` end with a line's end. */
function windowOf(from: number, bytes: Buffer): LineWindow {
  const lines: Line[] = [];
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(lineEnd, start);
    const end = found < 0 ? bytes.length : found;
    lines.push({ at: from + start, bytes: bytes.subarray(start, end), length: end - start + 1 });
    start = end + 1;
  }
  return { from, to: from + bytes.length, lines };
}

function tooLong(from: number, to: number): LineWindow {
  return { from, to, lines: [{ at: from, bytes: undefined, length: to - from }] };
}
