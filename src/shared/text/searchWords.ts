/** Maximum number of characters of a query; the rest is ignored. */
export const maxQueryLength = 200;

/** Longest text to search for in a transcript, in characters; a longer one is refused. */
export const maxFindLength = 300;

const maxWords = 10;

/**
 * Combining accents of Latin, Greek and Cyrillic letters, which are ignored; marks of other scripts
 * are significant.
 */
const accents = /[\u0300-\u036F]/g;

/** A letter of a query, as typed and without accent and case. */
export interface Letter {
  readonly typed: string;
  readonly plain: string;
}

/** A word of a query; it matches letter by letter, ignoring accent and case. */
export interface Word {
  readonly letters: readonly Letter[];
  readonly pattern: RegExp;
}

/** The distinct words of a query. A text matches when it has all of them. */
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

/** A field to search in and its weight. */
export interface SearchField {
  readonly text: string;
  readonly weight: number;
}

/**
 * Score of a match; undefined unless every word occurs in a field. Each word scores the weight of
 * its best field, times 1.5 at the start of a word.
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

/** Strips accent and case from a letter. */
function withoutAccent(letter: string): string {
  return letter.normalize('NFD').replace(accents, '').normalize('NFC').toLowerCase();
}

function beginsWord(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1));
}

/** Last code unit that is examined for variants of letters. */
const lastCased = 0x24ff;

let variantsByLetter: ReadonlyMap<string, string> | undefined;

/** All single code units that fold to a plain letter, except the letter itself. */
export function variantsOf(plain: string): string {
  variantsByLetter ??= findVariants();
  return variantsByLetter.get(plain) ?? '';
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

/** Pattern of a letter; combining accents may follow it. */
function patternOf({ typed, plain }: Letter): string {
  const variants = [...new Set([typed, plain, ...Array.from(variantsOf(plain))])].map(literal);
  // A character class matches several times faster than an alternation.
  const isPair = variants.some((variant) => /[\uD800-\uDFFF]/.test(variant));
  const any = isPair ? `(?:${variants.join('|')})` : `[${variants.join('')}]`;
  return `${any}[\\u0300-\\u036F]*`;
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
