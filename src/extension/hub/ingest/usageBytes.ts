import { messageUsage, type MessageRecord } from './messageUsage';
import { parseObject } from './json';

const closingBrace = 0x7d;
const usageKey = Buffer.from('"usage":{');
const parentKey = Buffer.from('"parentUuid":');

/** What the bytes of an assistant's line tell without parsing all of it. */
export type UsageInBytes = MessageRecord | 'unsure' | undefined;

/**
 * Reads message id, model, time and usage of assistants' lines where the client puts them, at the
 * line's two ends. Raw quotes never stand inside a JSON string, so a key that is found is a key. Any
 * line of another shape is `unsure` and has to be parsed; a copy of the last message is undefined.
 */
export class UsageBytes {
  private lastId = '';
  private lastUsage = '';

  /** `head` holds the line's first bytes. */
  read(buffer: Buffer, start: number, end: number, head: string): UsageInBytes {
    const content = head.indexOf('"content":[');
    const message = head.indexOf('"message":{');
    if (message < 0 || content < message) return 'unsure';
    if (isBefore(content, head.indexOf('"usage":{'))) return 'unsure';
    const id = textAt(head, '"id":"', message, content);
    const model = textAt(head, '"model":"', message, content);
    if (id === undefined || model === undefined) return 'unsure';
    const usage = buffer.lastIndexOf(usageKey, end - 1);
    if (usage < start + content || buffer[end - 1] !== closingBrace) return 'unsure';
    const tail = buffer.toString('latin1', usage + usageKey.length - 1, end);
    if (id === this.lastId && tail.startsWith(this.lastUsage)) return undefined;
    if (!isOneLine(buffer, start, end, head)) return 'unsure';
    const after = closing(tail.slice(1), 1) + 1;
    // Behind the usage the message ends, and then the line: else this is a usage inside of another.
    if (after === 0 || closing(tail.slice(after), 2) !== tail.length - after) return 'unsure';
    if (hasNextLine(tail) || !tail.includes('"type":"assistant"', after)) return 'unsure';
    const at = Date.parse(textAt(tail, '"timestamp":"', after, tail.length) ?? '');
    const owner = textAt(tail, '"session_id":"', after, tail.length);
    if (Number.isNaN(at)) return 'unsure';
    if (owner === undefined && isBefore(content, head.indexOf('"session_id":"'))) return 'unsure';
    const text = tail.slice(0, after);
    const value = parseObject(text);
    if (value === undefined) return 'unsure';
    this.lastId = id;
    this.lastUsage = text;
    if (model === '<synthetic>') return undefined;
    return { messageId: id, ownerSessionId: owner, model, at, usage: messageUsage(value) };
  }
}

/** Whether the next line stands right behind one that was cut off. */
function hasNextLine(text: string): boolean {
  return text.includes('{"type":') || text.includes('{"parentUuid":');
}

function isBefore(content: number, place: number): boolean {
  return place >= 0 && place < content;
}

/** A line that was cut off has the next one right behind it. */
function isOneLine(buffer: Buffer, start: number, end: number, head: string): boolean {
  if (head.startsWith('{"parentUuid":'))
    return buffer.lastIndexOf(parentKey, end - 1) === start + 1;
  return false;
}

/** Undefined for no text, an empty one, or one with an escape in it. */
function textAt(text: string, key: string, from: number, to: number): string | undefined {
  const start = text.indexOf(key, from);
  if (start < 0 || start >= to) return undefined;
  const end = text.indexOf('"', start + key.length);
  const value = end < 0 ? '' : text.slice(start + key.length, end);
  return value === '' || value.includes('\\') ? undefined : value;
}

/** The place where so many open braces are closed; -1 where they are not. Braces in strings make it wrong. */
function closing(text: string, depth: number): number {
  let close = 0;
  let open = text.indexOf('{');
  for (let left = depth; left > 0; left -= 1) {
    close = text.indexOf('}', close) + 1;
    if (close === 0) return -1;
    for (; open >= 0 && open < close; open = text.indexOf('{', open + 1)) left += 1;
  }
  return close;
}
