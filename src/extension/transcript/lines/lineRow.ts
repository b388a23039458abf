/** The kind of a line by its first bytes; `unsure` where only parsing tells. */
export const lineKind = {
  unsure: 0,
  /** Lines in exactly the client's form, by their type. */
  assistant: 1,
  user: 2,
  system: 3,
  attachment: 4,
  /** The client's bookkeeping. */
  note: 5,
} as const;

export type LineKind = (typeof lineKind)[keyof typeof lineKind];

/** Places of fields in a row, in words of four bytes. */
const field = {
  kind: 0,
  start: 1,
  end: 2,
  flags: 4,
  hash: 5,
  counts: 7,
  model: 13,
  owner: 15,
  time: 18,
} as const;
const flag = { fast: 1, usOnly: 2, tellsUsage: 4, sidechain: 8, textAlone: 16 } as const;

/** Size of a row in bytes. */
export const rowBytes = 80;
const rowWords = rowBytes / Uint32Array.BYTES_PER_ELEMENT;

/** Counts of a message, in this order. */
export const counts = {
  input: 0,
  output: 1,
  cacheRead: 2,
  cacheWrite5m: 3,
  cacheWrite1h: 4,
  searches: 5,
} as const;

/** One line and what its bytes tell. Places count in `bytes`; everything is valid only during the call. */
export class LineRow {
  /** The bytes that the line lies in. */
  bytes: Buffer = Buffer.alloc(0);
  private words: Uint32Array = new Uint32Array();
  private times: Float64Array = new Float64Array();
  private row = 0;

  /** Rows begin there from now on, and lines are in these bytes. */
  follow(memory: ArrayBuffer, rowsAt: number, bytes: Buffer): void {
    this.bytes = bytes;
    this.words = new Uint32Array(memory, rowsAt);
    this.times = new Float64Array(memory, rowsAt);
  }

  /** Moves to the row of this number. */
  to(index: number): this {
    this.row = index * rowWords;
    return this;
  }

  get kind(): LineKind {
    return this.word(field.kind) as LineKind;
  }

  get start(): number {
    return this.word(field.start);
  }

  /** Behind the line; its end is not in it. */
  get end(): number {
    return this.word(field.end);
  }

  /** Marks an assistant's line of a subagent: old clients wrote those into their session's transcript. */
  get isSidechain(): boolean {
    return this.has(flag.sidechain);
  }

  /** Marks an assistant's line whose content begins with text and calls no tool. */
  get isTextAlone(): boolean {
    return this.has(flag.textAlone);
  }

  /**
   * Whether the line tells a usage; the fields below are set only then. Other lines cost nothing, or
   * repeat what the one before told.
   */
  get tellsUsage(): boolean {
    return this.has(flag.tellsUsage);
  }

  get hashLow(): number {
    return this.word(field.hash);
  }

  get hashHigh(): number {
    return this.word(field.hash + 1);
  }

  count(which: (typeof counts)[keyof typeof counts]): number {
    return this.word(field.counts + which);
  }

  get isFast(): boolean {
    return this.has(flag.fast);
  }

  get isUsOnly(): boolean {
    return this.has(flag.usOnly);
  }

  /** Time in ms since 1970. */
  get at(): number {
    return this.times[(this.row + field.time) / 2] ?? 0;
  }

  /** Undefined where it is that of the row before. */
  get newModel(): string | undefined {
    return this.newName(field.model);
  }

  /** Whether the line names the session that made it. */
  get isOwned(): boolean {
    return this.word(field.owner + 1) > 0;
  }

  /** The session that made it; undefined where it is that of the owned row before. */
  get newOwner(): string | undefined {
    return this.newName(field.owner);
  }

  /** The whole line. */
  text(): string {
    return this.bytes.toString('utf8', this.start, this.end);
  }

  /** Writes a row that tells where the line is, and that it has to be parsed. */
  write(start: number, end: number): void {
    this.set(field.kind, lineKind.unsure);
    this.set(field.start, start);
    this.set(field.end, end);
  }

  private newName(which: number): string | undefined {
    const start = this.word(which);
    return start === 0 ? undefined : this.bytes.toString('latin1', start, this.word(which + 1));
  }

  private has(one: number): boolean {
    return (this.word(field.flags) & one) !== 0;
  }

  private set(place: number, value: number): void {
    this.words[this.row + place] = value;
  }

  private word(place: number): number {
    return this.words[this.row + place] ?? 0;
  }
}
