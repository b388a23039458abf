/** Longest query that is looked at, in characters; what comes after is left out. */
export const maxQueryLength = 200;

/** Longest text that is looked for in one transcript, in characters; a longer one is refused. */
export const maxFindLength = 300;

const maxWords = 10;

/** Accents of Latin, Greek and Cyrillic letters; other scripts' marks are letters of their own. */
const accents = /[\u0300-\u036F]/g;

/** One letter of a query: as typed, and without accent and case. */
export interface Letter {
  readonly typed: string;
  readonly plain: string;
}

/** A word of a query; a text has it where each letter matches, whatever its accent and case. */
export interface Word {
  readonly letters: readonly Letter[];
  readonly pattern: RegExp;
}

/** The words of a query, each once. A text matches when it has all of them. */
export function searchWords(query: string): readonly Word[] {
  const texts = query.slice(0, maxQueryLength).normalize('NFC').split(/\s+/u);
  const words = new Map<string, Word>();
  for (const text of texts) {
    const letters = Array.from(text, (typed) => ({ typed, plain: withoutAccent(typed) })).filter(
      ({ plain }) => plain !== '',
    );
    const key = letters.map(({ plain }) => plain).join('');
    if (key === '' || words.has(key) || words.size === maxWords) continue;
    words.set(key, { letters, pattern: new RegExp(letters.map(patternOf).join('')) });
  }
  return [...words.values()];
}

/** How much a place says about what is looked for. */
export interface SearchField {
  readonly text: string;
  readonly weight: number;
}

/**
 * Undefined unless every word is in some field. Each word counts as much as the weightiest field
 * that has it, half as much again where it begins a word there.
 */
export function matchScore(
  words: readonly Word[],
  fields: readonly SearchField[],
): number | undefined {
  let score = 0;
  for (const { pattern } of words) {
    let best = 0;
    for (const { text, weight } of fields) {
      const at = text.search(pattern);
      if (at < 0) continue;
      best = Math.max(best, beginsWord(text, at) ? weight * 1.5 : weight);
    }
    if (best === 0) return undefined;
    score += best;
  }
  return score;
}

/** A letter without accent and case; one that has neither as it is. */
function withoutAccent(letter: string): string {
  return letter.normalize('NFD').replace(accents, '').normalize('NFC').toLowerCase();
}

function beginsWord(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1));
}

/** Letters of cased scripts, as far as one code unit reaches. */
const lastCased = 0x24ff;

let sameLetters: ReadonlyMap<string, string> | undefined;

/** Every other way to write a plain letter in one code unit. */
export function variantsOf(plain: string): string {
  sameLetters ??= findVariants();
  return sameLetters.get(plain) ?? '';
}

function findVariants(): ReadonlyMap<string, string> {
  const variants = new Map<string, string>();
  for (let code = 0x41; code <= lastCased; code += 1) {
    const letter = String.fromCharCode(code);
    const plain = withoutAccent(letter);
    if (plain !== letter) variants.set(plain, (variants.get(plain) ?? '') + letter);
  }
  return variants;
}

/** An accent may also follow its letter as a character of its own. */
function patternOf({ typed, plain }: Letter): string {
  const ways = [...new Set([typed, plain, ...Array.from(variantsOf(plain))])].map(literal);
  // A class is found several times faster than a choice.
  const isPair = ways.some((way) => /[\uD800-\uDFFF]/.test(way));
  const any = isPair ? `(?:${ways.join('|')})` : `[${ways.join('')}]`;
  return `${any}[\\u0300-\\u036F]*`;
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
