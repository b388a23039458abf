import type { MessageUsage } from '../domain/pricing';
import { ByteNames } from './byteNames';
import { IdHash } from './idHash';
import { isText, keyBytes } from './jsonBytes';
import { LineHead } from './lineHead';

import type { NameNumbers } from './names';
import { RestOfLine } from './restOfLine';
import { ViewOf } from './sameBytes';
import { TimeBytes } from './timeBytes';
import { UsageObject } from './usageObject';

/** Where the client writes a message's usage; a line that has it otherwise has to be parsed. */
const usageStart = Buffer.from('"stop_sequence":null,"usage":{');
const lineStart = Buffer.from('{"parentUuid":');
const assistantWord = Buffer.from('assistant');

/** Between the usage and the line's end there are about so many bytes more or less than last time. */
const slack = 48;

const synthetic = keyBytes('<synthetic>');

/**
 * `message`: the fields tell one. `nothing`: the line costs nothing, or repeats what the one before it
 * told. `unsure`: it has to be parsed.
 */
export type UsageOfLine = 'message' | 'nothing' | 'unsure';

/**
 * Reads message id, model, time and usage of assistants' lines where the client puts them, at the
 * line's two ends. Raw quotes never stand inside a JSON string, so a key that is found is a key. Any
 * line of another shape is `unsure`.
 */
export class UsageBytes {
  /** Of the message's id. */
  readonly hash = new IdHash();
  /** What the message used; good until the next line. */
  readonly usage: MessageUsage;
  /** Numbers of names; 0 for an owner that no line names. */
  model = 0;
  owner = 0;
  at = 0;
  private readonly view = new ViewOf();
  private readonly object = new UsageObject(this.view);
  private readonly rest = new RestOfLine(this.view);
  private readonly time = new TimeBytes();
  private readonly models: ByteNames;
  private readonly owners: ByteNames;
  /** From the last usage to its line's end. */
  private tailLength = 1024;
  /** Where the last line's usage is, and the hash of its message's id. */
  private lastStart = 0;
  private lastLength = 0;
  private lastLow = 0;
  private lastHigh = 0;
  /** The next place where a line of a message begins; 0 while it is not known. */
  private nextLine = 0;

  constructor(
    models: NameNumbers,
    owners: NameNumbers,
    private readonly head = new LineHead(),
  ) {
    this.models = new ByteNames(models);
    this.owners = new ByteNames(owners);
    this.usage = this.object.usage;
  }

  /** The buffer holds other bytes from now on. */
  forget(): void {
    this.lastLength = 0;
    this.nextLine = 0;
  }

  read(buffer: Buffer, start: number, end: number): UsageOfLine {
    const kind = this.head.read(buffer, start, end);
    if (kind === 'unsure') {
      return buffer.subarray(start, end).includes(assistantWord) ? 'unsure' : 'nothing';
    }
    return kind === 'assistant' ? this.readAssistant(buffer, start, end) : 'nothing';
  }

  /** The same for an assistant's line, whose head has been read. */
  readAssistant(buffer: Buffer, start: number, end: number): UsageOfLine {
    const { head, hash } = this;
    const usage = this.find(buffer, end);
    if (usage < 0 || !hash.read(buffer, head.idStart, head.idEnd)) return 'unsure';
    if (this.isCopy(buffer, usage, end)) return 'nothing';
    if (!this.isOneLine(buffer, start, end)) return 'unsure';
    const usageEnd = this.object.read(buffer, usage, end);
    if (usageEnd < 0 || !this.readRest(buffer, usageEnd, end)) return 'unsure';
    this.model = this.models.number(buffer, head.modelStart, head.modelEnd);
    if (this.model < 0 || this.owner < 0) return 'unsure';
    this.lastStart = usage;
    this.lastLength = usageEnd - usage;
    this.lastLow = hash.low;
    this.lastHigh = hash.high;
    return isText(buffer, head.modelStart, synthetic) ? 'nothing' : 'message';
  }

  /** The brace of the last usage before the line's end; -1 where there is none behind the content. */
  private find(buffer: Buffer, end: number): number {
    const last = end - this.tailLength;
    if (last >= this.head.content && isText(buffer, last, usageStart)) {
      return last + usageStart.length - 1;
    }
    const guess = Math.max(this.head.content, last - slack);
    let place = buffer.indexOf(usageStart, guess);
    if (place < 0 || place >= end) place = buffer.lastIndexOf(usageStart, end - 1);
    if (place < this.head.content) return -1;
    this.tailLength = end - place;
    return place + usageStart.length - 1;
  }

  private isCopy(buffer: Buffer, usage: number, end: number): boolean {
    const { lastStart, lastLength, hash } = this;
    if (lastLength === 0 || usage + lastLength > end) return false;
    if (hash.low !== this.lastLow || hash.high !== this.lastHigh) return false;
    const lastEnd = lastStart + lastLength;
    return buffer.compare(buffer, lastStart, lastEnd, usage, usage + lastLength) === 0;
  }

  /** A line that was cut off has the next one right behind it, and its message is lost. */
  private isOneLine(buffer: Buffer, start: number, end: number): boolean {
    if (!isText(buffer, start, lineStart)) return false;
    if (this.nextLine <= start) {
      const next = buffer.indexOf(lineStart, start + 1);
      this.nextLine = next < 0 ? buffer.length : next;
    }
    return this.nextLine >= end;
  }

  private readRest(buffer: Buffer, usageEnd: number, end: number): boolean {
    const { head, rest } = this;
    if (!rest.read(buffer, usageEnd, end)) return false;
    this.at = this.time.read(buffer, rest.timeStart, rest.timeEnd);
    if (rest.ownerEnd > 0) {
      this.owner = this.owners.number(buffer, rest.ownerStart, rest.ownerEnd);
    } else if (head.ownerEnd > 0) {
      this.owner = this.owners.number(buffer, head.ownerStart, head.ownerEnd);
    } else this.owner = 0;
    return this.at >= 0;
  }
}
