import { contentText } from '../content';
import type { Entry } from '../../../transcripts/entry';
import { writtenTime, type JsonObject } from '../json';
import { partsOf } from '../parts';
import { queuedPrompt, recalledPrompt } from './queuedPrompt';
import { parseEntry } from '../transcriptEntry';

interface Waiting<Value> {
  readonly text: string;
  readonly value: Value;
}

/** A prompt that was taken at a time, in ms since 1970. */
interface Taken {
  readonly text: string;
  readonly at: number | undefined;
}

/** Number of prompts that are compared with each entry; one before them is taken to be unread. */
const mostCompared = 200;

/** Number of taken prompts that are kept until the record comes that queued them. */
const mostEarly = 20;

/** That record is at most so much younger, in ms. A later one queues the words again that a fork has a copy of. */
const earlyMs = 60_000;

/** The prompts of the client's queue that no other entry has: of a turn that failed, or never began. */
export class UnreadPrompts<Value> {
  private readonly settled: Value[] = [];
  private waiting: readonly Waiting<Value>[] = [];
  /** Prompts that were taken in mid-turn; the client may write an entry before what led to it. */
  private early: readonly Taken[] = [];
  private isStale = false;
  private listed: readonly Value[] = [];

  /** In file order; the same list as long as it holds the same. */
  get values(): readonly Value[] {
    if (!this.isStale) return this.listed;
    this.isStale = false;
    const listed = [...this.settled, ...this.waiting.map(({ value }) => value)];
    const { length } = this.listed;
    const isSame = listed.length === length && listed.every((one, at) => one === this.listed[at]);
    if (!isSame) this.listed = listed;
    return this.listed;
  }

  /** Applies the next record of the file. `valueOf` names a prompt that it queues; without a value it is ignored. */
  apply(record: JsonObject, valueOf: (text: string) => Value | undefined): void {
    if (record['type'] === 'queue-operation') {
      const text = queuedPrompt(record);
      const value = text === undefined ? undefined : valueOf(text);
      if (text !== undefined && value !== undefined) this.add({ text, value }, timeOf(record));
      else this.remove([recalledPrompt(record) ?? '']);
    } else if (record['type'] === 'attachment' || (this.waiting.length > 0 && mayTake(record)))
      this.removeTaken(parseEntry(record), timeOf(record));
  }

  /** Removes the prompts that an entry gives to the agent. */
  private removeTaken(entry: Entry, at: number | undefined): void {
    const before = this.waiting.length;
    const texts = typedForms(entry);
    this.remove(texts);
    if (entry.kind === 'prompt' && entry.queued === true && this.waiting.length === before)
      this.early = [...this.early, ...texts.map((text) => ({ text, at }))].slice(-mostEarly);
  }

  private add(prompt: Waiting<Value>, at = -Infinity): void {
    const taken = this.early.findIndex(
      (one) => one.text === prompt.text && at - (one.at ?? Infinity) < earlyMs,
    );
    if (taken >= 0) {
      this.early = this.early.toSpliced(taken, 1);
      return;
    }
    this.waiting = [...this.waiting, prompt];
    const [first] = this.waiting;
    if (first !== undefined && this.waiting.length > mostCompared) {
      this.settled.push(first.value);
      this.waiting = this.waiting.slice(1);
    }
    this.isStale = true;
  }

  /**
   * Removes the prompts that one of the texts has as whole lines, one of each wording: the client gives several
   * to the agent at once, and adds lines of its own.
   */
  private remove(texts: readonly string[]): void {
    const found = wordingsIn(texts, this.waiting);
    // A wording that was found is removed once.
    const left = this.waiting.filter(({ text }) => !found.delete(text));
    if (left.length === this.waiting.length) return;
    this.waiting = left;
    this.isStale = true;
  }
}

/** The wordings that one of the texts has as whole lines. Each text is gone through once: it may be megabytes. */
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

/** The place of the line feed that ends the line at a place, or of the end of the text. */
function lineEnd(text: string, at: number): number {
  const found = text.indexOf('\n', at);
  return found < 0 ? text.length : found;
}

function timeOf(record: JsonObject): number | undefined {
  return writtenTime(record['timestamp']);
}

function mayTake(record: JsonObject): boolean {
  return record['type'] !== 'assistant' && record['isSidechain'] !== true;
}

/** The texts under which an entry's prompt may have been queued: commands stand there as they are typed. */
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
