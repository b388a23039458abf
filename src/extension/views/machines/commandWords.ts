/**
 * Splits a typed command into words at spaces; quotes of either kind keep a word together, and no
 * other character is special. Undefined if a quote is not closed.
 */
export function commandWords(text: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (const character of text.trim()) {
    if (quote !== '') {
      if (character === quote) quote = '';
      else word = `${word ?? ''}${character}`;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/u.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = `${word ?? ''}${character}`;
    }
  }
  if (quote !== '') return undefined;
  return word === undefined ? words : [...words, word];
}
