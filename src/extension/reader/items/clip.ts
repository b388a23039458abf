import { withoutControls } from '../../../shared/text/plainText';
import type { Clipped } from '../../../shared/messages/readerItems';

/** Characters of each text that an item carries. */
export interface ClipLimits {
  /** Texts that somebody wrote: prompts, answers, edits. */
  readonly written: number;
  /** Outputs of tools, and thoughts: they are folded at first. */
  readonly printed: number;
}

/** Limits of what a page gets at first. */
export const shownLimits: ClipLimits = { written: 60_000, printed: 12_000 };
/** Limits of what a page gets when it asks for the whole; the rest is in the file. */
export const wholeLimits: ClipLimits = { written: 1_000_000, printed: 1_000_000 };
/** Limits for copying and searching. */
export const noLimits: ClipLimits = { written: Infinity, printed: Infinity };

export function clipped(text: string, length: number): Clipped {
  const clean = withoutControls(text)
    .trimEnd()
    .replace(/^(?:[^\S\n]*\n)+/, '');
  if (clean.length <= length) return { text: clean, more: 0 };
  const end = /[\uD800-\uDBFF]/.test(clean.charAt(length - 1)) ? length - 1 : length;
  return { text: clean.slice(0, end), more: clean.length - end };
}
