import { ownWords } from '../../../agents/claude/texts/ownWords';

const keptLength = 1_000;

/** The beginning and the end of a long text: what an answer is about, and what it ends with. */
export function beginningAndEnd<T extends string | undefined>(text: T): T | string {
  if (text === undefined || text.length <= keptLength * 2) return text;
  return alone(`${text.slice(0, keptLength)}\n\n…\n\n${text.slice(-keptLength)}`);
}

/** The beginning of a text, of at most that many characters. */
export function firstOf(text: string, length: number): string {
  return text.length <= length ? text : alone(`${text.slice(0, length - 1)}…`);
}

/**
 * A text with its middle left out and counted: where it is read to decide, its end counts as much as its
 * beginning. Without words, as views of several languages show it.
 */
export function bothEnds(text: string, length: number): string {
  if (text.length <= length) return text;
  const rest = Math.floor(length / 3);
  let start = length - rest;
  let end = text.length - rest;
  // No character is halved.
  if (/[\uD800-\uDBFF]/.test(text.charAt(start - 1))) start -= 1;
  if (/[\uDC00-\uDFFF]/.test(text.charAt(end))) end += 1;
  return alone(`${text.slice(0, start)} … +${end - start} … ${text.slice(end)}`);
}

/** The part of a prompt that a card and a title show; people paste whole files. */
export function keptPrompt(prompt: string): string {
  return firstOf(ownWords(prompt).trimStart(), keptLength);
}

/** A copy of a part of a text, or of data that has such parts: a slice would keep the whole text in memory. */
export function alone<Data>(part: Data): Data {
  return JSON.parse(JSON.stringify(part)) as Data;
}
