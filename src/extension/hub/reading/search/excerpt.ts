import { plainTitle } from '../../../../shared/text/plainText';
import type { Word } from '../../../../shared/text/searchWords';
import type { TranscriptFormat } from '../../../agents/transcripts/format';
import { spokenTexts, type SpokenText } from './spokenTexts';

/** The text around the words that were found in a line. */
export interface Excerpt {
  readonly speaker: string;
  /** The excerpt as one line of plain text. */
  readonly excerpt: string;
  /** Text from the first word on as the reader shows it, for a search there; may be empty. */
  readonly quote: string;
  readonly at: string | undefined;
}

/** Maximum numbers of characters before and after the start of the first word, and of a quote. */
const charsBefore = 40;
const charsAfter = 120;
const quoteLength = 48;

/**
 * Returns the excerpt of a line; undefined if none of its texts has all words. The words are then
 * in field names or in entries that are not shown.
 */
export function excerptOf(
  line: string,
  { shown, voices }: TranscriptFormat,
  words: readonly Word[],
): Excerpt | undefined {
  for (const { part, at } of shown(line).parts) {
    const time = at === undefined ? undefined : new Date(at).toISOString();
    const excerpt = excerptIn(spokenTexts(part, voices), time, words);
    if (excerpt !== undefined) return excerpt;
  }
  return undefined;
}

/** Returns the excerpt of the first text that has all words. */
export function excerptIn(
  texts: readonly SpokenText[],
  at: string | undefined,
  words: readonly Word[],
): Excerpt | undefined {
  const hit = texts.find(({ text }) => words.every(({ pattern }) => pattern.test(text)));
  return hit === undefined ? undefined : { ...cutOut(hit, words), at };
}

function cutOut({ speaker, text }: SpokenText, words: readonly Word[]): Omit<Excerpt, 'at'> {
  const places = words.map(({ pattern }) => text.search(pattern));
  const at = Math.min(...places);
  const from = at <= charsBefore ? 0 : wordStart(text, at - charsBefore);
  const shown = plainTitle(text.slice(from, at + charsAfter), charsBefore + charsAfter);
  const isWhole = from === 0 && text.length <= at + charsAfter;
  return {
    speaker: plainTitle(speaker, 40),
    excerpt: `${from > 0 ? '…' : ''}${shown}${isWhole || shown.endsWith('…') ? '' : '…'}`,
    quote: quoteAt(text, at),
  };
}

/** Returns the start of the next word; `at` if no word starts within 20 characters. */
function wordStart(text: string, at: number): number {
  const space = text.slice(at, at + 20).search(/\s/u);
  return space < 0 ? at : at + space + 1;
}

/**
 * Returns the text from `at` on, at most to the end of its line, since a document has a break
 * there. Returns an empty text if the document shows it differently.
 */
function quoteAt(text: string, at: number): string {
  const line = text.slice(at, at + quoteLength).split(/[\r\n]/u, 1)[0] ?? '';
  return plainTitle(line, quoteLength) === line.trim() ? line.trim() : '';
}
