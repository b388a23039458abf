import { closeBrace, colon, comma, isText, quote, stringEnd, valueEnd } from './jsonBytes';

/** Goes over the keys of one JSON object in bytes. Values that nobody asks about are passed over. */
export class KeyCursor {
  /** Behind the key's first quote. */
  private key = 0;
  /** Where the value begins. */
  value = 0;
  /** Behind the object's brace, once `next` was false; -1 where it is not JSON as the client writes it. */
  close = -1;
  private bytes: Buffer = Buffer.alloc(0);
  private limit = 0;
  /** Behind the last value; -1 while nobody has asked for it. */
  private behind = -1;
  private isFirst = true;

  /** `at` is the place of the object's first brace; nothing is read from `limit` on. */
  open(bytes: Buffer, at: number, limit: number): this {
    this.resume(bytes, at + 1, limit);
    this.isFirst = true;
    return this;
  }

  /** Goes on behind a value in the middle of an object. */
  resume(bytes: Buffer, behind: number, limit: number): this {
    this.bytes = bytes;
    this.limit = limit;
    this.behind = behind;
    this.isFirst = false;
    this.close = -1;
    return this;
  }

  /** False behind the last key, and where the bytes make no sense. */
  next(): boolean {
    const { bytes, limit } = this;
    let at = this.valueEnd();
    if (at < 0 || at >= limit) return false;
    if (bytes[at] === closeBrace) {
      this.close = at + 1;
      return false;
    }
    if (!this.isFirst) {
      if (bytes[at] !== comma) return false;
      at += 1;
    }
    this.isFirst = false;
    if (bytes[at] !== quote) return false;
    const keyEnd = stringEnd(bytes, at + 1, limit);
    if (keyEnd < 0 || bytes[keyEnd + 1] !== colon) return false;
    this.key = at + 1;
    this.value = keyEnd + 2;
    this.behind = -1;
    return true;
  }

  /** Whether the current key is this one, which has its closing quote. */
  is(key: Buffer): boolean {
    // The length alone tells most keys apart.
    return this.value - this.key === key.length + 1 && isText(this.bytes, this.key, key);
  }

  /** The place behind the current value; -1 where it does not end. */
  valueEnd(): number {
    if (this.behind < 0) this.behind = valueEnd(this.bytes, this.value, this.limit);
    return this.behind;
  }
}
