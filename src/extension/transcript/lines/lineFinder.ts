import { lineProgram } from './lineProgram';
import { LineRow, rowBytes } from './lineRow';

/** The language's own, as far as it is used here; the compiler knows it in browsers alone. */
declare const WebAssembly: WebAssemblyParts | undefined;

interface WebAssemblyParts {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (pages: { readonly initial: number }) => ProgramMemory;
  readonly Instance: new (
    module: object,
    imports: { readonly env: { readonly memory: ProgramMemory } },
  ) => { readonly exports: Program };
}

/** WebAssembly memory: it never shrinks, and gets another buffer when it grows. */
interface ProgramMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The exports of `src/lineProgram/index.ts`: numbers are places in its memory. */
interface Program {
  readonly rowsAt: { readonly value: number };
  readonly rowBytes: { readonly value: number };
  readonly mostRows: { readonly value: number };
  readonly roomAt: { readonly value: number };
  readonly rows: { readonly value: number };
  begin(): void;
  forget(): void;
  scan(start: number, from: number, to: number, longest: number, every: boolean): number;
  tellsNothing(start: number, to: number): number;
  findPair(from: number, end: number, gap: number, ...values: readonly number[]): number;
  mayBeSaid(start: number, end: number, place: number): number;
}

/** A page of such memory, in bytes. */
const pageBytes = 64 * 1024;

const newline = 0x0a;
/** Number of lines that the program reports at once. */
const mostRows = 1024;
/** Bytes behind the room, which the program may read, too: it reads many at once. */
const slackBytes = 64;

/** `all`: each line. `usage`: lines that tell a usage, and those that only parsing tells. */
export type Wanted = 'all' | 'usage';

/** The row is only good during the call. */
export type OnRow = (row: LineRow) => void;

export interface ScanBounds {
  readonly start: number;
  readonly search: number;
  readonly to: number;
}

/** Two bytes at a fixed distance, each of which may be one of two values. */
export interface BytePair {
  readonly first: readonly [number, number];
  readonly second: readonly [number, number];
  /** Distance from the first to the second, in bytes. */
  readonly gap: number;
}

/** Memory that files are read into, and what tells the lines in it. */
export interface LineFinder {
  /** The place in `bytes` where the room for a file's bytes begins. */
  readonly from: number;
  /** The place in `bytes` where that room ends. */
  readonly to: number;
  readonly bytes: Buffer;
  /** Makes room for so many bytes, and keeps what is there. */
  grow(bytes: number): void;
  /** Forgets the last file: what is read next is of another one. */
  begin(): void;
  /**
   * Calls back for whole lines from `start` on, none longer than `longest`; before `search` no line
   * ends. Yields after some hundred of them: the bytes of a portion may be as many lines. Nothing
   * else may use the scan until it has returned the place behind the last whole line.
   */
  scan(bounds: ScanBounds, longest: number, wanted: Wanted, onRow: OnRow): Generator<void, number>;
  /** Whether a line of which this is the beginning tells no usage, whatever follows. */
  tellsNothing(start: number, to: number): boolean;
  /**
   * The first place from `from` on, and before `to`, where the pair begins; -1 where there is none. As
   * many bytes as the gap behind `to` are looked at. Undefined where pairs cannot be looked for.
   */
  findPair(pair: BytePair, from: number, to: number): number | undefined;
  /** False where what stands at a place of the line is none of its texts for sure. */
  mayBeSaid(start: number, end: number, place: number): boolean;
}

/** Creates a scan with room for so many bytes. */
export function createLineScan(room: number): LineFinder {
  try {
    if (typeof WebAssembly !== 'undefined') return new ProgramScan(WebAssembly, room);
  } catch {
    // The processor has no such instructions.
  }
  return new PlainLineFinder(room);
}

/** The compiled program, which all scans of a thread share. */
let compiled: object | undefined;

/** Reads lines by the program of `src/lineProgram`. */
class ProgramScan implements LineFinder {
  readonly from: number;
  to: number;
  bytes: Buffer;
  private readonly memory: ProgramMemory;
  private readonly program: Program;
  private readonly row = new LineRow();

  constructor({ Module, Memory, Instance }: WebAssemblyParts, room: number) {
    compiled ??= new Module(Buffer.from(lineProgram, 'base64'));
    this.memory = new Memory({ initial: 2 });
    this.program = new Instance(compiled, { env: { memory: this.memory } }).exports;
    if (this.program.rowBytes.value !== rowBytes) throw new Error('The program has other rows');
    this.from = this.program.roomAt.value;
    this.to = this.from;
    this.bytes = this.renewed();
    this.grow(room);
  }

  grow(room: number): void {
    const needed = this.from + room + slackBytes - this.memory.buffer.byteLength;
    if (needed > 0) this.memory.grow(Math.ceil(needed / pageBytes));
    this.to = this.memory.buffer.byteLength - slackBytes;
    this.bytes = this.renewed();
  }

  begin(): void {
    this.program.begin();
  }

  *scan(
    { start, search, to }: ScanBounds,
    longest: number,
    wanted: Wanted,
    onRow: OnRow,
  ): Generator<void, number> {
    const { program, row } = this;
    const isEach = wanted === 'all';
    program.forget();
    let behind = program.scan(start, search, to, longest, isEach);
    for (;;) {
      const found = program.rows.value;
      for (let index = 0; index < found; index += 1) onRow(row.to(index));
      if (found < program.mostRows.value) return behind;
      yield;
      behind = program.scan(behind, behind, to, longest, isEach);
    }
  }

  tellsNothing(start: number, to: number): boolean {
    return this.program.tellsNothing(start, to) === 1;
  }

  findPair({ first, second, gap }: BytePair, from: number, to: number): number {
    return this.program.findPair(from, to, gap, ...first, ...second);
  }

  mayBeSaid(start: number, end: number, place: number): boolean {
    return this.program.mayBeSaid(start, end, place) === 1;
  }

  private renewed(): Buffer {
    const bytes = Buffer.from(this.memory.buffer);
    this.row.follow(this.memory.buffer, this.program.rowsAt.value, bytes);
    return bytes;
  }
}

/** Scan for runtimes without the program's instructions: finds lines, and leaves all else to parsing. */
export class PlainLineFinder implements LineFinder {
  readonly from = 0;
  to = 0;
  bytes: Buffer = Buffer.alloc(0);
  private readonly rowMemory = new ArrayBuffer(rowBytes);
  private readonly row = new LineRow();

  constructor(room: number) {
    this.grow(room);
  }

  grow(room: number): void {
    if (room <= this.to) return;
    const larger = Buffer.allocUnsafeSlow(room);
    this.bytes.copy(larger);
    this.bytes = larger;
    this.to = room;
    this.row.follow(this.rowMemory, 0, larger);
  }

  begin(): void {
    // Nothing is known of any file.
  }

  *scan(
    { start, search, to }: ScanBounds,
    longest: number,
    _wanted: Wanted,
    onRow: OnRow,
  ): Generator<void, number> {
    const there = this.bytes.subarray(0, to);
    let at = start;
    let found = 0;
    for (let end = there.indexOf(newline, search); end >= 0; end = there.indexOf(newline, at)) {
      if (end > at && end - at <= longest) {
        this.row.write(at, end);
        onRow(this.row);
        found += 1;
      }
      at = end + 1;
      if (found === mostRows) {
        found = 0;
        yield;
      }
    }
    return at;
  }

  tellsNothing(): boolean {
    return false;
  }

  findPair(): undefined {
    return undefined;
  }

  mayBeSaid(): boolean {
    return true;
  }
}
