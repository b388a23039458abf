import { isText, keyBytes, openBrace, openBracket, quote, valueEnd } from './jsonBytes';
import { KeyCursor } from './keyCursor';
import { LinePattern } from './linePattern';
import { ViewOf } from './sameBytes';
import { Ways } from './ways';

/**
 * What a line is, as far as its first bytes tell: `note` for the client's bookkeeping, `unsure` where
 * only parsing tells.
 */
export type LineKind = 'assistant' | 'user' | 'system' | 'attachment' | 'note' | 'unsure';

const key = {
  type: keyBytes('type'),
  message: keyBytes('message'),
  attachment: keyBytes('attachment'),
  sessionId: keyBytes('session_id'),
  isSidechain: keyBytes('isSidechain'),
  id: keyBytes('id'),
  role: keyBytes('role'),
  model: keyBytes('model'),
  content: keyBytes('content'),
};
const word = {
  assistant: keyBytes('assistant'),
  user: keyBytes('user'),
  system: keyBytes('system'),
  attachment: keyBytes('attachment'),
};
const firstKey = Buffer.from('{"parentUuid":');
const hyphen = 0x2d;
const letterT = 0x74;

/**
 * Reads a line's first keys in whatever order they stand, up to the one that tells what the line is.
 * The client writes small values first, so that this takes little, however long the line is.
 */
export class LineHead {
  /** Of an assistant's message: its id and model without quotes, and where its content begins. */
  idStart = 0;
  idEnd = 0;
  modelStart = 0;
  modelEnd = 0;
  content = 0;
  /** The value of `session_id`; both 0 where it does not come before the message. */
  ownerStart = 0;
  ownerEnd = 0;
  /** Of an assistant's line: old clients wrote subagents' lines into their session's transcript. */
  isSidechain = false;
  private readonly cursor = new KeyCursor();
  private readonly view = new ViewOf();
  private readonly keys = new Ways(() => ({
    pattern: new LinePattern(),
    owner: -1,
    isSidechain: false,
  }));
  private readonly beginnings = new Ways(() => ({ pattern: new LinePattern(), id: -1, model: -1 }));

  read(bytes: Buffer, start: number, end: number): LineKind {
    this.ownerStart = 0;
    this.ownerEnd = 0;
    this.isSidechain = false;
    if (bytes[start] !== openBrace) return 'unsure';
    const { cursor } = this;
    const first = firstEnd(bytes, start, end);
    const behind = first < 0 ? -1 : this.knownKeys(bytes, first, end);
    if (behind < 0) cursor.open(bytes, start, end);
    else cursor.resume(bytes, behind, end);
    while (cursor.next()) {
      const { value } = cursor;
      if (cursor.is(key.type)) return kindAt(bytes, value);
      if (cursor.is(key.message)) {
        const keysEnd = cursor.start;
        const kind = this.message(bytes, value, end);
        const isNew = kind === 'assistant' && first >= 0 && keysEnd !== behind;
        if (isNew) this.learnKeys(bytes, first, keysEnd);
        return kind;
      }
      if (cursor.is(key.attachment)) return 'attachment';
      if (bytes[value] === openBrace || bytes[value] === openBracket) return 'unsure';
      if (cursor.is(key.isSidechain)) this.isSidechain = bytes[value] === letterT;
      else if (cursor.is(key.sessionId)) {
        if (bytes[value] !== quote) return 'unsure';
        this.ownerStart = value + 1;
        this.ownerEnd = cursor.valueEnd() - 1;
      }
    }
    return 'unsure';
  }

  /** The place behind keys that are as in an assistant's line before; -1 where they are not. */
  private knownKeys(bytes: Buffer, at: number, end: number): number {
    const way = this.keys.match(bytes, this.view.of(bytes), at, end);
    if (way === undefined) return -1;
    const { pattern, owner, isSidechain } = way;
    this.isSidechain = isSidechain;
    this.ownerStart = pattern.starts[owner] ?? 0;
    this.ownerEnd = pattern.ends[owner] ?? 0;
    return pattern.end;
  }

  private learnKeys(bytes: Buffer, start: number, end: number): void {
    const way = this.keys.renew();
    way.pattern.learn(bytes, start, end, [key.sessionId]);
    way.isSidechain = this.isSidechain;
    way.owner = way.pattern.gapAt(this.ownerStart);
  }

  private message(bytes: Buffer, value: number, end: number): LineKind {
    if (bytes[value] !== openBrace) return 'unsure';
    const way = this.beginnings.match(bytes, this.view.of(bytes), value, end);
    if (way !== undefined) {
      const { pattern, id, model } = way;
      this.content = pattern.end - 1;
      this.idStart = pattern.starts[id] ?? 0;
      this.idEnd = pattern.ends[id] ?? 0;
      this.modelStart = pattern.starts[model] ?? 0;
      this.modelEnd = pattern.ends[model] ?? 0;
      return 'assistant';
    }
    this.idStart = 0;
    this.modelStart = 0;
    let isAssistant = false;
    const cursor = this.cursor.open(bytes, value, end);
    while (cursor.next()) {
      const { value: inner } = cursor;
      if (cursor.is(key.content)) {
        this.content = inner;
        const isWhole = isAssistant && this.idStart > 0 && this.modelStart > 0;
        if (!isWhole || bytes[inner] !== openBracket) return 'unsure';
        // With the bracket, so that the kind of the content is a part of what is known.
        this.learnBeginning(bytes, value, inner + 1);
        return 'assistant';
      }
      if (bytes[inner] !== quote) continue;
      if (cursor.is(key.id)) {
        this.idStart = inner + 1;
        this.idEnd = cursor.valueEnd() - 1;
      } else if (cursor.is(key.model)) {
        this.modelStart = inner + 1;
        this.modelEnd = cursor.valueEnd() - 1;
      } else if (cursor.is(key.role)) {
        isAssistant = isText(bytes, inner + 1, word.assistant);
      }
    }
    return 'unsure';
  }

  private learnBeginning(bytes: Buffer, start: number, end: number): void {
    const way = this.beginnings.renew();
    way.pattern.learn(bytes, start, end, [key.id, key.model]);
    way.id = way.pattern.gapAt(this.idStart);
    way.model = way.pattern.gapAt(this.modelStart);
  }
}

/** The place behind the value of the line's first key, which names the line before; -1 for another key. */
function firstEnd(bytes: Buffer, start: number, end: number): number {
  if (!isText(bytes, start, firstKey)) return -1;
  const value = start + firstKey.length;
  return isUuid(bytes, value) ? value + 38 : valueEnd(bytes, value, end);
}

/** By its shape. */
function isUuid(bytes: Buffer, at: number): boolean {
  return (
    bytes[at] === quote &&
    bytes[at + 9] === hyphen &&
    bytes[at + 14] === hyphen &&
    bytes[at + 19] === hyphen &&
    bytes[at + 24] === hyphen &&
    bytes[at + 37] === quote
  );
}

/** The client writes what an assistant's line is behind its message: one that begins so is somebody else's. */
function kindAt(bytes: Buffer, value: number): LineKind {
  if (bytes[value] !== quote) return 'unsure';
  if (isText(bytes, value + 1, word.user)) return 'user';
  if (isText(bytes, value + 1, word.system)) return 'system';
  if (isText(bytes, value + 1, word.attachment)) return 'attachment';
  return isText(bytes, value + 1, word.assistant) ? 'unsure' : 'note';
}
