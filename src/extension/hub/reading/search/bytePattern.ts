import { type Letter, type Word, variantsOf } from '../../../../shared/text/searchWords';
import type { Chunk } from './chunk';

const lastAccented = 0x17f;
const firstAccented = 0xc0;

/**
 * Finds a word in the bytes of a transcript decoded as Latin-1: with one expression for its
 * unaccented letters, and around each accented letter with one that includes those.
 */
export class BytePattern {
  private readonly plain: RegExp;
  private readonly accented: RegExp;
  /** Length of the longest match, in bytes. */
  readonly longest: number;

  constructor({ letters }: Word) {
    const plain = letters.map((letter) => waysOf(letter, false));
    const accented = letters.map((letter) => waysOf(letter, true));
    this.plain = new RegExp(plain.map(anyOf).join(''), 'g');
    this.accented = new RegExp(accented.map(anyOf).join(''), 'g');
    this.longest = accented.reduce(
      (sum, ways) => sum + Math.max(...ways.map((way) => way.length)),
      0,
    );
  }

  /** True if the word is in a text with one character a byte. */
  isIn(latin1: string): boolean {
    return place(this.accented, latin1, 0) >= 0;
  }

  /** Returns the first place of the word in the chunk from a place on; -1 if there is none. */
  search(chunk: Chunk, from: number): number {
    const plain = place(this.plain, chunk.latin1, from);
    const accented = this.searchAccented(chunk, from, plain < 0 ? chunk.length : plain);
    return accented < 0 ? plain : accented;
  }

  /** Searches only around the accents that start before `to`. */
  private searchAccented(chunk: Chunk, from: number, to: number): number {
    const last = to + this.longest;
    for (let lead = chunk.nextAccent(from); lead >= 0 && lead < last;) {
      const start = Math.max(from, lead - this.longest);
      let end = start;
      do {
        end = lead + this.longest;
        lead = chunk.nextAccent(lead + 1);
      } while (lead >= 0 && lead < Math.min(end, last));
      const hit = place(this.accented, chunk.textOf(start, end), 0);
      if (hit >= 0) return start + hit;
    }
    return -1;
  }
}

function place(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

/**
 * Returns the possible encodings of a letter, in UTF-8 and as in JSON, which escapes some
 * characters with a backslash.
 */
function waysOf({ typed, plain }: Letter, withAccents: boolean): readonly Buffer[] {
  const variants = Array.from(variantsOf(plain)).filter((variant) => {
    const isAccented = plain.charCodeAt(0) < firstAccented && variant.charCodeAt(0) > 0x7f;
    return !isAccented || (withAccents && variant.charCodeAt(0) <= lastAccented);
  });
  const ways = new Set([typed, plain, ...variants].map((way) => JSON.stringify(way).slice(1, -1)));
  return Array.from(ways, (way) => Buffer.from(way));
}

/**
 * Returns an expression for any of these encodings; those that differ only in their last byte share
 * a class.
 */
function anyOf(ways: readonly Buffer[]): string {
  const lastBytes = new Map<string, string>();
  for (const way of ways) {
    const bytes = [...way].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`);
    const last = bytes.pop() ?? '';
    const start = bytes.join('');
    lastBytes.set(start, (lastBytes.get(start) ?? '') + last);
  }
  const choices = [...lastBytes].map(([start, last]) =>
    last.length === 4 ? start + last : `${start}[${last}]`,
  );
  return choices.length === 1 ? choices.join('') : `(?:${choices.join('|')})`;
}
