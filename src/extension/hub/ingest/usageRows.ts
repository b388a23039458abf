import type { MessageUsage } from '../domain/pricing';

/** Fields of a row, as places in it. A row is what one file tells of one message. */
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
  /** The next row of the same message plus one; 0 ends the row of rows. */
  next: 12,
} as const;

const stride = 13;
const rowsPerBlock = 1 << 14;
const two32 = 0x1_0000_0000;
const maxSearches = 0x3fff;

/** What a row says, with names as numbers. */
export interface UsageRow {
  readonly usage: MessageUsage;
  readonly at: number;
  readonly model: number;
  readonly source: number;
  readonly owner: number;
}

/** Messages' usage in typed memory, about 60 bytes each, found by the hash of the message's id. */
export class UsageRows {
  private readonly blocks: Uint32Array[] = [];
  private index = new Uint32Array(1 << 12);
  private heads = 0;
  length = 0;

  /** The first row of a message; -1 where there is none. */
  first(low: number, high: number): number {
    return (this.index[this.slot(low, high)] ?? 0) - 1;
  }

  next(row: number): number {
    return this.get(row, field.next) - 1;
  }

  source(row: number): number {
    return this.get(row, field.source);
  }

  hash(row: number): readonly [number, number] {
    return [this.get(row, field.hashLow), this.get(row, field.hashHigh)];
  }

  read(row: number): UsageRow {
    const kind = this.get(row, field.kind);
    return {
      usage: {
        input: this.get(row, field.input),
        output: this.get(row, field.output),
        cacheRead: this.get(row, field.cacheRead),
        cacheWrite5m: this.get(row, field.cacheWrite5m),
        cacheWrite1h: this.get(row, field.cacheWrite1h),
        webSearches: kind & maxSearches,
        fast: (kind & 0x4000) !== 0,
        usOnly: (kind & 0x8000) !== 0,
      },
      at: this.get(row, field.timeHigh) * two32 + this.get(row, field.timeLow),
      model: kind >>> 16,
      source: this.get(row, field.source),
      owner: this.get(row, field.owner),
    };
  }

  add(low: number, high: number, row: UsageRow): void {
    if ((this.heads + 1) * 4 > this.index.length * 3) this.grow();
    const place = this.length;
    if (place % rowsPerBlock === 0) this.blocks.push(new Uint32Array(rowsPerBlock * stride));
    this.length += 1;
    const slot = this.slot(low, high);
    const before = this.index[slot] ?? 0;
    if (before === 0) this.heads += 1;
    this.set(place, field.hashLow, low);
    this.set(place, field.hashHigh, high);
    this.set(place, field.source, row.source);
    this.set(place, field.owner, row.owner);
    this.set(place, field.timeLow, row.at % two32);
    this.set(place, field.timeHigh, Math.floor(row.at / two32));
    this.set(place, field.next, before);
    this.index[slot] = place + 1;
    this.setUsage(place, row.usage, row.model);
  }

  setUsage(row: number, usage: MessageUsage, model: number): void {
    this.set(row, field.input, usage.input);
    this.set(row, field.output, usage.output);
    this.set(row, field.cacheRead, usage.cacheRead);
    this.set(row, field.cacheWrite5m, usage.cacheWrite5m);
    this.set(row, field.cacheWrite1h, usage.cacheWrite1h);
    const searches = Math.min(maxSearches, usage.webSearches);
    const flags = (usage.fast ? 0x4000 : 0) | (usage.usOnly ? 0x8000 : 0);
    this.set(row, field.kind, ((model << 16) | flags | searches) >>> 0);
  }

  /** Gives a row another source; the message keeps its place. */
  setSource(row: number, source: number): void {
    this.set(row, field.source, source);
  }

  private get(row: number, place: number): number {
    return (
      this.blocks[Math.floor(row / rowsPerBlock)]?.[(row % rowsPerBlock) * stride + place] ?? 0
    );
  }

  private set(row: number, place: number, value: number): void {
    const block = this.blocks[Math.floor(row / rowsPerBlock)];
    if (block !== undefined) block[(row % rowsPerBlock) * stride + place] = value;
  }

  private slot(low: number, high: number): number {
    const mask = this.index.length - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const row = (this.index[slot] ?? 0) - 1;
      if (row < 0) return slot;
      if (this.get(row, field.hashLow) === low && this.get(row, field.hashHigh) === high)
        return slot;
    }
  }

  private grow(): void {
    const old = this.index;
    this.index = new Uint32Array(old.length * 2);
    for (const head of old) {
      if (head === 0) continue;
      const [low, high] = this.hash(head - 1);
      this.index[this.slot(low, high)] = head;
    }
  }
}

/** 64 bits in two halves: among a million ids two share them once in 37 million histories. */
export function hashOf(text: string): readonly [number, number] {
  let low = 0xdeadbeef ^ text.length;
  let high = 0x41c6ce57 ^ text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x9e3779b1);
    high = Math.imul(high ^ code, 0x5f356495);
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  return [low >>> 0, high >>> 0];
}
