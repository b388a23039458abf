import { LineRow, rowBytes } from './lineRow';

/** Rows that another thread may read. Both are to be transferred, not copied. */
export interface LoggedRows {
  readonly count: number;
  readonly rows: ArrayBuffer;
  /** What the rows speak of. */
  readonly text: ArrayBuffer;
}

/** Places in the text count from here: a name at 0 is none. */
const textFrom = 8;
const textRoom = 16 * 1024;
/** Few lines have to be parsed; where all have to, it is not worth the way. */
const mostText = 16 * 1024 * 1024;

/** Writes down rows with what has to be read of their lines, as those are only good for a moment. */
export class RowLog {
  private rows = new ArrayBuffer(256 * rowBytes);
  private text = Buffer.allocUnsafeSlow(textRoom);
  private readonly row = new LineRow();
  private count = 0;
  private used = textFrom;

  constructor() {
    this.row.follow(this.rows, 0, this.text);
  }

  get length(): number {
    return this.count;
  }

  /** Throws where the text becomes too much. */
  add(row: LineRow): void {
    if ((this.count + 1) * rowBytes > this.rows.byteLength) this.growRows();
    row.copyTo(this.row.to(this.count), (start, end) => this.keep(row.bytes, start, end));
    this.count += 1;
  }

  /** What was written down; the next row is the first again. */
  take(): LoggedRows {
    const { count } = this;
    const rows = this.rows.slice(0, count * rowBytes);
    const text = new Uint8Array(this.text.subarray(0, this.used)).buffer;
    this.count = 0;
    this.used = textFrom;
    return { count, rows, text };
  }

  private keep(bytes: Buffer, start: number, end: number): number {
    const at = this.used;
    const used = at + end - start;
    if (used > mostText) throw new Error('There is too much to parse');
    if (used > this.text.length) {
      const larger = Buffer.allocUnsafeSlow(2 * used);
      this.text.copy(larger, 0, 0, at);
      this.text = larger;
    }
    this.used = used;
    bytes.copy(this.text, at, start, end);
    return at;
  }

  private growRows(): void {
    const larger = new ArrayBuffer(2 * this.rows.byteLength);
    new Uint8Array(larger).set(new Uint8Array(this.rows));
    this.rows = larger;
    this.row.follow(larger, 0, this.text);
  }
}

/** Goes over logged rows in their order; each is only good during the call. */
export function forEachRow(logged: LoggedRows, onRow: (row: LineRow, index: number) => void): void {
  const row = new LineRow();
  row.follow(logged.rows, 0, Buffer.from(logged.text));
  for (let index = 0; index < logged.count; index += 1) onRow(row.to(index), index);
}
