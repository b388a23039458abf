import { plainTitle } from '../../../../shared/text/plainText';
import type { Word } from '../../../../shared/text/searchWords';
import type { TranscriptFormat } from '../../../agents/transcripts/format';
import { spokenTexts, type SpokenText } from './spokenTexts';

/** Where a line says what was looked for. */
export interface Excerpt {
  readonly speaker: string;
  /** The excerpt as one line of plain text. */
  readonly excerpt: string;
  /** The part of it, around the first word, that stands so in the text. */
  readonly quote: string;
  readonly at: string | undefined;
}

const before = 40;
const after = 120;
const quoteLength = 48;

/** Undefined where no single text of the line has all words: they are in names or in the client's notes. */
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

/** The same of some texts that were said at a time. */
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
  const from = at <= before ? 0 : wordStart(text, at - before);
  const shown = plainTitle(text.slice(from, at + after), before + after);
  const isWhole = from === 0 && text.length <= at + after;
  return {
    speaker: plainTitle(speaker, 40),
    excerpt: `${from > 0 ? '…' : ''}${shown}${isWhole || shown.endsWith('…') ? '' : '…'}`,
    quote: quoteAt(text, at),
  };
}

/** Does not begin in the middle of a word, unless it is endless. */
function wordStart(text: string, at: number): number {
  const space = text.slice(at, at + 20).search(/\s/u);
  return space < 0 ? at : at + space + 1;
}

/** Cuts at the end of the line at the latest: a document breaks there too. */
function quoteAt(text: string, at: number): string {
  const line = text.slice(at, at + quoteLength).split(/[\r\n]/u, 1)[0] ?? '';
  return plainTitle(line, quoteLength) === line.trim() ? line.trim() : '';
}
