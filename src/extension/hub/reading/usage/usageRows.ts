import type { MessageUsage } from '../../domain/cost/pricing';

/** Index of each field in a row. A row is one message in one file. */
const field = {
  hashLow: 0,
  hashHigh: 1,
  input: 2,
  output: 3,
  cacheRead: 4,
  cacheWrite5m: 5,
  cacheWrite1h: 6,
  timeLow: 7,
  timeHigh: 8,
  /** Model in the upper half; web searches, then two bits for speed and region, in the lower. */
  kind: 9,
  source: 10,
  owner: 11,
  /** 1 + the number of the next row of the same message; 0 for the last row. */
  next: 12,
} as const;

const stride = 13;
const blockBits = 12;
const rowsPerBlock = 1 << blockBits;
const emptyBlock = new Uint32Array();
const two32 = 0x1_0000_0000;
const maxSearches = 0x3fff;

export const bytesPerRow = stride * Uint32Array.BYTES_PER_ELEMENT;

/**
 * 64-bit hash in two halves; the probability that two of a million ids collide is 1 in 37 million.
 */
export interface IdHash {
  readonly low: number;
  readonly high: number;
}

/** Returns the hash of a message's id. */
export function idHash(id: string): IdHash {
  let low = 0xdeadbeef ^ id.length;
  let high = 0x41c6ce57 ^ id.length;
  for (let index = 0; index < id.length; index += 1) {
    const code = id.charCodeAt(index);
    low = Math.imul(low ^ code, 0x9e3779b1);
    high = Math.imul(high ^ code, 0x5f356495);
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  return { low: low >>> 0, high: high >>> 0 };
}

/** Content of a row, with names as numbers. */
export interface UsageRow {
  readonly usage: MessageUsage;
  readonly at: number;
  readonly model: number;
  readonly source: number;
  readonly owner: number;
}

/**
 * Usage of messages in typed memory, about 60 bytes each, indexed by the hash of the message's id.
 */
export class UsageRows {
  private readonly blocks: Uint32Array[] = [];
  private index = new Uint32Array(1 << 12);
  /** Number of different messages. */
  private messages = 0;
  length = 0;

  /** Returns the first row of a message; -1 if there is none. */
  first(low: number, high: number): number {
    return (this.index[this.slot(low, high)] ?? 0) - 1;
  }

  next(row: number): number {
    return this.get(row, field.next) - 1;
  }

  source(row: number): number {
    return this.get(row, field.source);
  }

  hashLow(row: number): number {
    return this.get(row, field.hashLow);
  }

  hashHigh(row: number): number {
    return this.get(row, field.hashHigh);
  }

  /** Returns the first row of each message. */
  *firstRows(): Generator<number, void> {
    for (const head of this.index) if (head > 0) yield head - 1;
  }

  read(row: number): UsageRow {
    const block = this.block(row);
    const start = startOf(row);
    const kind = block[start + field.kind] ?? 0;
    return {
      usage: {
        input: block[start + field.input] ?? 0,
        output: block[start + field.output] ?? 0,
        cacheRead: block[start + field.cacheRead] ?? 0,
        cacheWrite5m: block[start + field.cacheWrite5m] ?? 0,
        cacheWrite1h: block[start + field.cacheWrite1h] ?? 0,
        webSearches: kind & maxSearches,
        fast: (kind & 0x4000) !== 0,
        usOnly: (kind & 0x8000) !== 0,
      },
      at: (block[start + field.timeHigh] ?? 0) * two32 + (block[start + field.timeLow] ?? 0),
      model: kind >>> 16,
      source: block[start + field.source] ?? 0,
      owner: block[start + field.owner] ?? 0,
    };
  }

  add(low: number, high: number, source: number, row: Omit<UsageRow, 'source'>): void {
    const place = this.length;
    if (place % rowsPerBlock === 0) this.blocks.push(new Uint32Array(rowsPerBlock * stride));
    this.length += 1;
    const block = this.block(place);
    const start = startOf(place);
    block[start + field.hashLow] = low;
    block[start + field.hashHigh] = high;
    block[start + field.source] = source;
    block[start + field.owner] = row.owner;
    block[start + field.timeLow] = row.at % two32;
    block[start + field.timeHigh] = Math.floor(row.at / two32);
    writeUsage(block, start, row.usage, row.model);
    this.link(place);
  }

  setUsage(row: number, usage: MessageUsage, model: number): void {
    writeUsage(this.block(row), startOf(row), usage, model);
  }

  /** Changes a row's source; its message stays the same. */
  setSource(row: number, source: number): void {
    this.set(row, field.source, source);
  }

  /**
   * Returns the rows as bytes with renumbered sources, in portions that are valid until the next
   * one. Rows of other sources are left out.
   */
  *bytes(sources: ReadonlyMap<number, number>): Generator<Uint8Array, void> {
    const portion = new Uint32Array(rowsPerBlock * stride);
    let filled = 0;
    for (let row = 0; row < this.length; row += 1) {
      const source = sources.get(this.source(row));
      if (source === undefined) continue;
      const start = startOf(row);
      portion.set(this.block(row).subarray(start, start + stride), filled);
      portion[filled + field.source] = source;
      filled += stride;
      if (filled < portion.length) continue;
      yield new Uint8Array(portion.buffer);
      filled = 0;
    }
    if (filled > 0) yield new Uint8Array(portion.buffer, 0, filled * portion.BYTES_PER_ELEMENT);
  }

  /** Loads rows from their bytes; there must be none yet. `fill` reads the next bytes. */
  load(count: number, fill: (bytes: Uint8Array) => void): void {
    for (let row = 0; row < count; row += rowsPerBlock) {
      const block = new Uint32Array(rowsPerBlock * stride);
      fill(new Uint8Array(block.buffer, 0, Math.min(rowsPerBlock, count - row) * bytesPerRow));
      this.blocks.push(block);
    }
    while (this.length < count) this.link(this.length++);
  }

  /** Links a row to the other rows of its message, and indexes it. */
  private link(row: number): void {
    if ((this.messages + 1) * 4 > this.index.length * 3) this.grow();
    const slot = this.slot(this.hashLow(row), this.hashHigh(row));
    const before = this.index[slot] ?? 0;
    if (before === 0) this.messages += 1;
    this.set(row, field.next, before);
    this.index[slot] = row + 1;
  }

  private get(row: number, place: number): number {
    return this.block(row)[startOf(row) + place] ?? 0;
  }

  private set(row: number, place: number, value: number): void {
    this.block(row)[startOf(row) + place] = value;
  }

  private block(row: number): Uint32Array {
    return this.blocks[row >>> blockBits] ?? emptyBlock;
  }

  private slot(low: number, high: number): number {
    const mask = this.index.length - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const row = (this.index[slot] ?? 0) - 1;
      if (row < 0 || (this.hashLow(row) === low && this.hashHigh(row) === high)) return slot;
    }
  }

  private grow(): void {
    const old = this.index;
    this.index = new Uint32Array(old.length * 2);
    for (const head of old) {
      if (head > 0) this.index[this.slot(this.hashLow(head - 1), this.hashHigh(head - 1))] = head;
    }
  }
}

/** Returns the index of a row's first field in its block. */
function startOf(row: number): number {
  return (row & (rowsPerBlock - 1)) * stride;
}

function writeUsage(block: Uint32Array, start: number, usage: MessageUsage, model: number): void {
  block[start + field.input] = usage.input;
  block[start + field.output] = usage.output;
  block[start + field.cacheRead] = usage.cacheRead;
  block[start + field.cacheWrite5m] = usage.cacheWrite5m;
  block[start + field.cacheWrite1h] = usage.cacheWrite1h;
  const searches = Math.min(maxSearches, usage.webSearches);
  const flags = (usage.fast ? 0x4000 : 0) | (usage.usOnly ? 0x8000 : 0);
  block[start + field.kind] = (model << 16) | flags | searches;
}

/** Assigns small numbers to names and stores them; the empty name is 0. */
export class Names {
  private readonly numbers = new Map<string, number>([['', 0]]);
  private readonly list = [''];

  number(name: string): number {
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    // Copied, since a slice would keep its transcript's text in memory.
    const own = Buffer.from(name).toString();
    this.numbers.set(own, this.list.length);
    return this.list.push(own) - 1;
  }

  name(number: number): string {
    return this.list[number] ?? '';
  }

  all(): readonly string[] {
    return this.list;
  }
}
