import { lineProgram } from './lineProgram';
import { LineRow, rowBytes } from './lineRow';

/** The language's own, as far as it is used here; the compiler knows it in browsers alone. */
declare const WebAssembly: WebAssemblyParts | undefined;

interface WebAssemblyParts {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (pages: { readonly initial: number }) => ProgramMemory;
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, object>>>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
}

/** It never becomes smaller, and gets another buffer when it grows. */
interface ProgramMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** A page of such memory, in bytes. */
const pageBytes = 64 * 1024;

const newline = 0x0a;
/** As many lines as the program tells at once. */
const mostRows = 1024;
/** The program reads this much at once, and a little further on. */
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
  /** From the first to the second, in bytes. */
  readonly gap: number;
}

/** Memory that files are read into, and what tells the lines in it. */
export interface LineScan {
  /** Room for files' bytes begins here, */
  readonly from: number;
  /** and ends here. */
  readonly to: number;
  readonly bytes: Buffer;
  /** Makes room for so many bytes, and keeps what is there. */
  grow(bytes: number): void;
  /** What is read next is of another file. */
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

/** With room for so many bytes. */
export function createLineScan(room: number): LineScan {
  try {
    if (typeof WebAssembly !== 'undefined') return new ProgramScan(WebAssembly, room);
  } catch {
    // The processor has no such instructions.
  }
  return new PlainScan(room);
}

type Run = (...numbers: readonly number[]) => number;

/** Compiled once, as all of a process share what is made of it. */
let compiled: object | undefined;

/** Reads lines by the program of `src/lineProgram`. */
class ProgramScan implements LineScan {
  readonly from: number;
  to: number;
  bytes: Buffer;
  private readonly memory: ProgramMemory;
  private readonly row = new LineRow();
  private readonly rowsAt: number;
  private readonly mostRows: number;
  private readonly rows: { readonly value: number };
  private readonly run: Run;
  private readonly forget: Run;
  private readonly beginFile: Run;
  private readonly isNothing: Run;
  private readonly firstPair: Run;
  private readonly isSaid: Run;

  constructor({ Module, Memory, Instance }: WebAssemblyParts, room: number) {
    compiled ??= new Module(Buffer.from(lineProgram, 'base64'));
    this.memory = new Memory({ initial: 2 });
    const { exports } = new Instance(compiled, { env: { memory: this.memory } });
    const value = (name: string): { readonly value: number } =>
      exports[name] as { readonly value: number };
    this.run = exports['scan'] as Run;
    this.forget = exports['forget'] as Run;
    this.beginFile = exports['begin'] as Run;
    this.isNothing = exports['tellsNothing'] as Run;
    this.firstPair = exports['findPair'] as Run;
    this.isSaid = exports['mayBeSaid'] as Run;
    this.rows = value('rows');
    this.rowsAt = value('rowsAt').value;
    this.mostRows = value('mostRows').value;
    this.from = value('roomAt').value;
    if (value('rowBytes').value !== rowBytes) throw new Error('The program has other rows');
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
    this.beginFile();
  }

  *scan(
    { start, search, to }: ScanBounds,
    longest: number,
    wanted: Wanted,
    onRow: OnRow,
  ): Generator<void, number> {
    const { row, rows } = this;
    this.forget();
    let behind = this.run(start, search, to, longest, wanted === 'all' ? 1 : 0);
    for (;;) {
      const found = rows.value;
      for (let index = 0; index < found; index += 1) onRow(row.to(index));
      if (found < this.mostRows) return behind;
      yield;
      behind = this.run(behind, behind, to, longest, wanted === 'all' ? 1 : 0);
    }
  }

  tellsNothing(start: number, to: number): boolean {
    return this.isNothing(start, to) === 1;
  }

  findPair({ first, second, gap }: BytePair, from: number, to: number): number {
    return this.firstPair(from, to, gap, first[0], first[1], second[0], second[1]);
  }

  mayBeSaid(start: number, end: number, place: number): boolean {
    return this.isSaid(start, end, place) === 1;
  }

  private renewed(): Buffer {
    const bytes = Buffer.from(this.memory.buffer);
    this.row.follow(this.memory.buffer, this.rowsAt, bytes);
    return bytes;
  }
}

/** Tells where lines are and leaves all else to parsing: for runtimes without the program's instructions. */
export class PlainScan implements LineScan {
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
