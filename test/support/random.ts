const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Pseudorandom numbers and ids: the same seed repeats the same sequence. */
export class Random {
  private state: number;

  constructor(seed: string) {
    this.state = 2_166_136_261;
    for (const character of seed) {
      this.state = Math.imul(this.state ^ (character.codePointAt(0) ?? 0), 16_777_619);
    }
  }

  /** A number from 0 to below 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number, both ends included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  uuid(): string {
    const digits = this.hex(32);
    const variant = '89ab'.charAt(this.between(0, 3));
    return [
      digits.slice(0, 8),
      digits.slice(8, 12),
      `4${digits.slice(13, 16)}`,
      `${variant}${digits.slice(17, 20)}`,
      digits.slice(20),
    ].join('-');
  }

  hex(length: number): string {
    return this.text('0123456789abcdef', length);
  }

  /** `msg_01…`, `toolu_01…` or `req_01…`, as the service generates them. */
  serviceId(prefix: 'msg' | 'toolu' | 'req'): string {
    return `${prefix}_01${this.text(base62, 22)}`;
  }

  private text(alphabet: string, length: number): string {
    let text = '';
    while (text.length < length) text += alphabet.charAt(this.between(0, alphabet.length - 1));
    return text;
  }
}
