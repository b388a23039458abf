import { contentText } from '../content';
import type { Entry } from '../../../transcripts/entry';
import type { QueueReader } from '../../../transcripts/format';
import { textIn, writtenTime, type JsonObject } from '../../../../util/json';
import { recordsIn } from '../records';
import { partsOf } from '../parts';
import { queuedPrompt, recalledPrompt } from './queuedPrompt';
import { parseEntry } from '../parseEntry';

interface Waiting<Value> {
  readonly text: string;
  readonly value: Value;
}

/** A prompt that the agent got, with its time in ms since 1970. */
interface DeliveredPrompt {
  readonly text: string;
  readonly at: number | undefined;
}

/** Number of queued prompts that are compared with each entry; older ones count as unread. */
const maxCompared = 200;

/** Number of delivered prompts that are kept until the record arrives that queued them. */
const maxEarly = 20;

/**
 * Maximum delay, in ms, of that record after the delivery. A later record is a new prompt with the
 * same text as one that a fork copied.
 */
const earlyMs = 60_000;

/** The prompts of the client's queue that appear in no other entry: their turn failed or never started. */
export class UnreadPrompts<Value> implements QueueReader<Value> {
  private readonly olderUnread: Value[] = [];
  private waiting: readonly Waiting<Value>[] = [];
  /** Prompts delivered in mid-turn; the client may write their entry before the record that queued them. */
  private earlyDeliveries: readonly DeliveredPrompt[] = [];
  private isStale = false;
  private listed: readonly Value[] = [];

  /** The unread prompts in file order; the same array while nothing changes. */
  get values(): readonly Value[] {
    if (!this.isStale) return this.listed;
    this.isStale = false;
    const listed = [...this.olderUnread, ...this.waiting.map(({ value }) => value)];
    const { length } = this.listed;
    const isSame = listed.length === length && listed.every((one, at) => one === this.listed[at]);
    if (!isSame) this.listed = listed;
    return this.listed;
  }

  /**
   * Applies the next record of the file. `valueOf` returns the value for a prompt that it queues;
   * without a value the prompt is ignored.
   */
  apply(record: JsonObject, valueOf: (text: string) => Value | undefined): void {
    if (record['type'] === 'queue-operation') {
      const text = queuedPrompt(record);
      const value = text === undefined ? undefined : valueOf(text);
      if (text !== undefined && value !== undefined) this.add({ text, value }, timeOf(record));
      else this.remove([recalledPrompt(record) ?? '']);
    } else if (record['type'] === 'attachment' || (this.waiting.length > 0 && mayDeliver(record)))
      this.removeDelivered(parseEntry(record), timeOf(record));
  }

  applyLine(
    line: string,
    valueOf: (text: string, at: string | undefined) => Value | undefined,
  ): void {
    for (const record of recordsIn(line).records) {
      const at = textIn(record, 'timestamp');
      this.apply(record, (text) => valueOf(text, at));
    }
  }

  /** Removes the prompts that an entry delivers to the agent. */
  private removeDelivered(entry: Entry, at: number | undefined): void {
    const before = this.waiting.length;
    const texts = typedForms(entry);
    this.remove(texts);
    if (entry.kind === 'prompt' && entry.queued === true && this.waiting.length === before)
      this.earlyDeliveries = [
        ...this.earlyDeliveries,
        ...texts.map((text) => ({ text, at })),
      ].slice(-maxEarly);
  }

  private add(prompt: Waiting<Value>, at = -Infinity): void {
    const delivered = this.earlyDeliveries.findIndex(
      (one) => one.text === prompt.text && at - (one.at ?? Infinity) < earlyMs,
    );
    if (delivered >= 0) {
      this.earlyDeliveries = this.earlyDeliveries.toSpliced(delivered, 1);
      return;
    }
    this.waiting = [...this.waiting, prompt];
    const [first] = this.waiting;
    if (first !== undefined && this.waiting.length > maxCompared) {
      this.olderUnread.push(first.value);
      this.waiting = this.waiting.slice(1);
    }
    this.isStale = true;
  }

  /**
   * Removes prompts that occur as complete lines in one of the texts, one per wording: the client
   * delivers several at once and adds lines of its own.
   */
  private remove(texts: readonly string[]): void {
    const found = wordingsIn(texts, this.waiting);
    // Each wording that was found is removed once.
    const left = this.waiting.filter(({ text }) => !found.delete(text));
    if (left.length === this.waiting.length) return;
    this.waiting = left;
    this.isStale = true;
  }
}

/**
 * The wordings that occur as complete lines in one of the texts. Each text is scanned once, as it
 * may have megabytes.
 */
function wordingsIn(
  texts: readonly string[],
  waiting: readonly { readonly text: string }[],
): Set<string> {
  const byFirstLine = new Map<string, Set<string>>();
  for (const { text } of waiting) {
    const first = text.slice(0, lineEnd(text, 0));
    byFirstLine.set(first, (byFirstLine.get(first) ?? new Set()).add(text));
  }
  const found = new Set<string>();
  for (const text of byFirstLine.size === 0 ? [] : texts) {
    for (let start = 0; start < text.length; start = lineEnd(text, start) + 1) {
      for (const wording of byFirstLine.get(text.slice(start, lineEnd(text, start))) ?? []) {
        const end = start + wording.length;
        if (text.startsWith(wording, start) && lineEnd(text, end) === end) found.add(wording);
      }
    }
  }
  return found;
}

/** Offset of the line feed that ends the line at `at`, or of the end of the text. */
function lineEnd(text: string, at: number): number {
  const found = text.indexOf('\n', at);
  return found < 0 ? text.length : found;
}

function timeOf(record: JsonObject): number | undefined {
  return writtenTime(record['timestamp']);
}

function mayDeliver(record: JsonObject): boolean {
  return record['type'] !== 'assistant' && record['isSidechain'] !== true;
}

/** The texts under which an entry's prompt may be in the queue, where commands are stored as typed. */
function typedForms(entry: Entry): readonly string[] {
  const said = 'said' in entry ? entry.said : undefined;
  if (said === undefined || said.results.length > 0) return [];
  const shown = partsOf(entry).flatMap((part) => {
    if (part.kind === 'prompt') return [part.text];
    if (part.kind !== 'command') return [];
    const { name, args } = part;
    return name === '!' ? [args, `!${args}`] : [`${name} ${args}`.trim()];
  });
  return [contentText(said.content) ?? '', ...shown];
}
