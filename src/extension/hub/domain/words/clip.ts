import { ownWords } from '../../../agents/claude/texts/ownWords';
import { detachedCopy, truncateText } from '../../../../shared/text/truncate';

const maxPartLength = 1_000;

/**
 * Shortens a long text to its beginning, which has the subject, and its end, which has the
 * conclusion.
 */
export function headAndTail<T extends string | undefined>(text: T): T | string {
  if (text === undefined || text.length <= maxPartLength * 2) return text;
  return detachedCopy(`${text.slice(0, maxPartLength)}\n\n…\n\n${text.slice(-maxPartLength)}`);
}

/**
 * Replaces the middle of a long text by the number of omitted characters. A person who decides on
 * the text needs its end as much as its beginning. The replacement contains no words, because views
 * of several languages show the text.
 */
export function truncateMiddle(text: string, length: number): string {
  if (text.length <= length) return text;
  const rest = Math.floor(length / 3);
  let start = length - rest;
  let end = text.length - rest;
  // Surrogate pairs are not split.
  if (/[\uD800-\uDBFF]/.test(text.charAt(start - 1))) start -= 1;
  if (/[\uDC00-\uDFFF]/.test(text.charAt(end))) end += 1;
  return detachedCopy(`${text.slice(0, start)} … +${end - start} … ${text.slice(end)}`);
}

/** The part of a prompt that is retained for cards and titles; people paste whole files. */
export function truncatePrompt(prompt: string): string {
  return truncateText(ownWords(prompt).trimStart(), maxPartLength);
}
