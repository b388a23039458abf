/**
 * The words of a command as a person types it: spaces part them, quotes of either kind keep them
 * together, and nothing else means anything. Undefined where a quote has no end.
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
