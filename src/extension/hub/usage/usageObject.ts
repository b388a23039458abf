import type { MessageUsage } from '../domain/pricing';
import { isText, keyBytes, openBrace, wholeNumber } from './jsonBytes';
import { KeyCursor } from './keyCursor';
import { LinePattern } from './linePattern';
import type { ViewOf } from './sameBytes';
import { Ways } from './ways';

/** More than this no row holds. */
const mostTokens = 0xffff_ffff;

const nullWord = Buffer.from('null');

const key = {
  input: keyBytes('input_tokens'),
  output: keyBytes('output_tokens'),
  cacheRead: keyBytes('cache_read_input_tokens'),
  creation: keyBytes('cache_creation_input_tokens'),
  creationKinds: keyBytes('cache_creation'),
  hour: keyBytes('ephemeral_1h_input_tokens'),
  serverTools: keyBytes('server_tool_use'),
  searches: keyBytes('web_search_requests'),
  speed: keyBytes('speed'),
  geo: keyBytes('inference_geo'),
};
const word = { fast: keyBytes('"fast'), us: keyBytes('"us') };

/** Places of counts, in this order. */
const count = { input: 0, output: 1, cacheRead: 2, creation: 3, hour: 4, searches: 5 } as const;
const counts = Object.keys(count).length;

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

interface Way {
  readonly pattern: LinePattern;
  /** Where each count is; -1 for one that such a usage does not have. */
  readonly gaps: Int32Array;
  fast: boolean;
  usOnly: boolean;
}

/** Reads the object that says what a message used, in bytes. */
export class UsageObject {
  readonly usage: Mutable<MessageUsage> = {
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    webSearches: 0,
    fast: false,
    usOnly: false,
  };
  private readonly cursor = new KeyCursor();
  private readonly inner = new KeyCursor();
  /** Where the digits of each count are; -1 for one that is not there. */
  private readonly starts = new Int32Array(counts);
  private readonly ends = new Int32Array(counts);
  private readonly ways = new Ways<Way>(newWay);

  constructor(private readonly view: ViewOf) {}

  /** The place behind the object whose brace is there; -1 for one that the client does not write so. */
  read(buffer: Buffer, at: number, end: number): number {
    const way = this.ways.match(buffer, this.view.of(buffer), at, end);
    const behind = way === undefined ? this.find(buffer, at, end) : this.follow(way);
    if (behind < 0 || !this.take(buffer)) return -1;
    if (way === undefined) this.learn(buffer, at, behind);
    return behind;
  }

  private find(buffer: Buffer, at: number, end: number): number {
    const { usage } = this;
    this.starts.fill(-1);
    usage.fast = false;
    usage.usOnly = false;
    const cursor = this.cursor.open(buffer, at, end);
    while (cursor.next()) {
      const { value } = cursor;
      let isFound = true;
      if (cursor.is(key.input)) isFound = this.note(count.input, buffer, cursor);
      else if (cursor.is(key.output)) isFound = this.note(count.output, buffer, cursor);
      else if (cursor.is(key.cacheRead)) isFound = this.note(count.cacheRead, buffer, cursor);
      else if (cursor.is(key.creation)) isFound = this.note(count.creation, buffer, cursor);
      else if (cursor.is(key.creationKinds)) {
        isFound = this.noteInside(count.hour, buffer, value, end, key.hour);
      } else if (cursor.is(key.serverTools)) {
        isFound = this.noteInside(count.searches, buffer, value, end, key.searches);
      } else if (cursor.is(key.speed)) usage.fast = isText(buffer, value, word.fast);
      else if (cursor.is(key.geo)) usage.usOnly = isText(buffer, value, word.us);
      if (!isFound) return -1;
    }
    return cursor.close;
  }

  /** False where no count can stand. */
  private note(index: number, buffer: Buffer, cursor: KeyCursor): boolean {
    const { value } = cursor;
    const isNull = isText(buffer, value, nullWord);
    this.starts[index] = isNull ? -1 : value;
    this.ends[index] = cursor.valueEnd();
    return isNull || cursor.valueEnd() >= 0;
  }

  private noteInside(
    index: number,
    buffer: Buffer,
    value: number,
    end: number,
    name: Buffer,
  ): boolean {
    this.starts[index] = -1;
    if (buffer[value] !== openBrace) return isText(buffer, value, nullWord);
    const inner = this.inner.open(buffer, value, end);
    while (inner.next()) if (inner.is(name)) return this.note(index, buffer, inner);
    return inner.close >= 0;
  }

  private follow({ pattern, gaps, fast, usOnly }: Way): number {
    for (let index = 0; index < counts; index += 1) {
      const gap = gaps[index] ?? -1;
      this.starts[index] = gap < 0 ? -1 : (pattern.starts[gap] ?? -1);
      this.ends[index] = gap < 0 ? -1 : (pattern.ends[gap] ?? -1);
    }
    this.usage.fast = fast;
    this.usage.usOnly = usOnly;
    return pattern.end;
  }

  private learn(buffer: Buffer, at: number, behind: number): void {
    const way = this.ways.renew();
    way.pattern.learn(buffer, at, behind, []);
    for (let index = 0; index < counts; index += 1) {
      const start = this.starts[index] ?? -1;
      way.gaps[index] = start < 0 ? -1 : way.pattern.gapAt(start);
    }
    way.fast = this.usage.fast;
    way.usOnly = this.usage.usOnly;
  }

  /** False for counts that are not whole numbers, or too large. */
  private take(buffer: Buffer): boolean {
    const { usage } = this;
    const creation = this.count(buffer, count.creation);
    const hour = this.count(buffer, count.hour);
    usage.input = this.count(buffer, count.input);
    usage.output = this.count(buffer, count.output);
    usage.cacheRead = this.count(buffer, count.cacheRead);
    usage.webSearches = this.count(buffer, count.searches);
    usage.cacheWrite1h = Math.min(creation, hour);
    usage.cacheWrite5m = creation - usage.cacheWrite1h;
    const least = Math.min(usage.input, usage.output, usage.cacheRead, usage.webSearches);
    return Math.min(creation, hour, least) >= 0;
  }

  private count(buffer: Buffer, index: number): number {
    const start = this.starts[index] ?? -1;
    if (start < 0) return 0;
    const found = wholeNumber(buffer, start, this.ends[index] ?? start);
    return found > mostTokens ? -1 : found;
  }
}

function newWay(): Way {
  const gaps = new Int32Array(counts);
  return { pattern: new LinePattern(), gaps, fast: false, usOnly: false };
}
