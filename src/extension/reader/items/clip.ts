import { withoutControls } from '../../../shared/text/plainText';
import type { Clipped } from '../../../shared/messages/readerItems';

/** Maximum length of each text in an item, in characters. */
export interface ClipLimits {
  /** Texts written by a person or the agent: prompts, answers, edits. */
  readonly written: number;
  /** Outputs of tools, and thoughts, which are collapsed at first. */
  readonly printed: number;
}

/** Limits for the first rendering on a page. */
export const shownLimits: ClipLimits = { written: 60_000, printed: 12_000 };
/** Limits for a page that requests the full text; anything longer is only in the file. */
export const wholeLimits: ClipLimits = { written: 1_000_000, printed: 1_000_000 };
/** Limits for copying and searching. */
export const noLimits: ClipLimits = { written: Infinity, printed: Infinity };

export function clipText(text: string, length: number): Clipped {
  const clean = withoutControls(text)
    .trimEnd()
    .replace(/^(?:[^\S\n]*\n)+/, '');
  if (clean.length <= length) return { text: clean, more: 0 };
  const end = /[\uD800-\uDBFF]/.test(clean.charAt(length - 1)) ? length - 1 : length;
  return { text: clean.slice(0, end), more: clean.length - end };
}
