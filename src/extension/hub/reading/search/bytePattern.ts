import { type Letter, type Word, variantsOf } from '../../../../shared/text/searchWords';
import type { Chunk } from './chunk';

/** Code points of the first and last accented letters that are searched. */
const firstAccented = 0xc0;
const lastAccented = 0x17f;

/**
 * Finds a word in a transcript's bytes, decoded as Latin-1. A fast expression searches for the
 * unaccented letters; one that includes accented letters searches only around accents.
 */
export class BytePattern {
  private readonly plain: RegExp;
  private readonly accented: RegExp;
  /** Length of the longest match, in bytes. */
  readonly longest: number;

  constructor({ letters }: Word) {
    const plain = letters.map((letter) => encodingsOf(letter, false));
    const accented = letters.map((letter) => encodingsOf(letter, true));
    this.plain = new RegExp(plain.map(anyOf).join(''), 'g');
    this.accented = new RegExp(accented.map(anyOf).join(''), 'g');
    this.longest = accented.reduce(
      (sum, encodings) => sum + Math.max(...encodings.map((encoding) => encoding.length)),
      0,
    );
  }

  /** True if the word is in a text with one character a byte. */
  isIn(latin1: string): boolean {
    return indexOfMatch(this.accented, latin1, 0) >= 0;
  }

  /** Returns the place of the first match in the chunk at or after `from`; -1 if there is none. */
  search(chunk: Chunk, from: number): number {
    const plain = indexOfMatch(this.plain, chunk.latin1, from);
    const accented = this.searchAccented(chunk, from, plain < 0 ? chunk.length : plain);
    return accented < 0 ? plain : accented;
  }

  /** Searches around the accents that a match starting before `to` can contain. */
  private searchAccented(chunk: Chunk, from: number, to: number): number {
    const last = to + this.longest;
    for (let lead = chunk.nextAccent(from); lead >= 0 && lead < last;) {
      const start = Math.max(from, lead - this.longest);
      let end = start;
      do {
        end = lead + this.longest;
        lead = chunk.nextAccent(lead + 1);
      } while (lead >= 0 && lead < Math.min(end, last));
      const hit = indexOfMatch(this.accented, chunk.textOf(start, end), 0);
      if (hit >= 0) return start + hit;
    }
    return -1;
  }
}

function indexOfMatch(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

/**
 * Returns the possible encodings of a letter, in UTF-8 and as in JSON, which escapes some
 * characters with a backslash.
 */
function encodingsOf({ typed, plain }: Letter, withAccents: boolean): readonly Buffer[] {
  const variants = Array.from(variantsOf(plain)).filter((variant) => {
    const isAccented = plain.charCodeAt(0) < firstAccented && variant.charCodeAt(0) > 0x7f;
    return !isAccented || (withAccents && variant.charCodeAt(0) <= lastAccented);
  });
  const encodings = new Set(
    [typed, plain, ...variants].map((encoding) => JSON.stringify(encoding).slice(1, -1)),
  );
  return Array.from(encodings, (encoding) => Buffer.from(encoding));
}

/**
 * Returns an expression for any of these encodings; those that differ only in their last byte share
 * a class.
 */
function anyOf(encodings: readonly Buffer[]): string {
  const lastBytes = new Map<string, string>();
  for (const encoding of encodings) {
    const bytes = [...encoding].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`);
    const last = bytes.pop() ?? '';
    const start = bytes.join('');
    lastBytes.set(start, (lastBytes.get(start) ?? '') + last);
  }
  const choices = [...lastBytes].map(([start, last]) =>
    last.length === 4 ? start + last : `${start}[${last}]`,
  );
  return choices.length === 1 ? choices.join('') : `(?:${choices.join('|')})`;
}
