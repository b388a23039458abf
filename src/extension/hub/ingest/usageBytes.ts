import { messageUsage, type MessageRecord } from './messageUsage';
import { parseObject } from './json';

/** `usage` and everything after it; longer lines' content is never looked at. */
const tailBytes = 2_048;

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
    if (message < 0 || content < message || head.includes('"usage":{')) return 'unsure';
    const id = textAt(head, '"id":"', message, content);
    const model = textAt(head, '"model":"', message, content);
    if (id === undefined || model === undefined) return 'unsure';
    if (buffer[end - 1] !== 0x7d || !isOneLine(buffer, start, end, head)) return 'unsure';
    const tail = buffer.toString('latin1', Math.max(start + content, end - tailBytes), end);
    const usage = tail.indexOf('"usage":{');
    if (usage < 0 || tail.indexOf('"usage":{', usage + 1) >= 0) return 'unsure';
    const after = closing(tail, usage + 8, id === this.lastId ? this.lastUsage : '');
    const time = tail.lastIndexOf('"timestamp":"');
    const isAssistant = tail.indexOf('"type":"assistant"', after) >= 0;
    if (after < 0 || time < after || !isAssistant) return 'unsure';
    const text = tail.slice(usage + 8, after);
    if (model === '<synthetic>' || (id === this.lastId && text === this.lastUsage)) return undefined;
    const at = Date.parse(tail.slice(time + 13, tail.indexOf('"', time + 13)));
    const owner = tail.lastIndexOf('"session_id":"');
    if (Number.isNaN(at) || (owner < after && head.includes('"session_id":"'))) return 'unsure';
    const value = parseObject(text);
    if (value === undefined) return 'unsure';
    this.lastId = id;
    this.lastUsage = text;
    return {
      messageId: id,
      ownerSessionId: owner < after ? undefined : textAt(tail, '"session_id":"', owner, tail.length),
      model,
      at,
      usage: messageUsage(value),
    };
  }
}

/** A line that was cut off has the next one right behind it. */
function isOneLine(buffer: Buffer, start: number, end: number, head: string): boolean {
  if (head.startsWith('{"parentUuid":')) return buffer.lastIndexOf(parentKey, end - 1) === start + 1;
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

/** The place behind the object that begins at `open`; -1 where it does not end. */
function closing(text: string, open: number, expected: string): number {
  if (expected !== '' && text.startsWith(expected, open)) return open + expected.length;
  let depth = 0;
  for (let place = open; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code === 0x7b) depth += 1;
    else if (code === 0x7d) {
      depth -= 1;
      if (depth === 0) return place + 1;
    }
  }
  return -1;
}
