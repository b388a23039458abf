import { plainTitle } from '../../../shared/text/plainText';

/**
 * Widths of letters in em in DejaVu Sans, the widest of the editor's default fonts. Other letters
 * have the width `defaultWidth`.
 */
const letterWidths: readonly (readonly [letters: RegExp, em: number])[] = [
  [/[ijlI|.,:;'’!\s]/u, 0.3],
  [/[frt()[\]{}\-"“”„/\\*·]/u, 0.39],
  [/[cksvxyzJ]/u, 0.55],
  [/[bdghnpqu]/u, 0.64],
  [/[wM<>=+~]/u, 0.84],
  [/[mW%@…—]/u, 0.98],
  [/\p{Lu}|[&#●]/u, 0.7],
  // East Asian letters and emoji.
  [
    /[\u{1100}-\u{11ff}\u{2e80}-\u{a4cf}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{ff00}-\u{ff60}\u{1f000}-\u{1faff}]/u,
    1.1,
  ],
];
const defaultWidth = 0.62;

/** Number of characters after which a title is truncated without measuring its width. */
const maxLength = 120;

export function widthOf(text: string): number {
  let width = 0;
  for (const letter of text)
    width += letterWidths.find(([letters]) => letters.test(letter))?.[1] ?? defaultWidth;
  return width;
}

/** The title, truncated to a width in em. */
export function truncateToWidth(title: string, maxWidth: number): string {
  const fullTitle = plainTitle(title, maxLength);
  if (widthOf(fullTitle) <= maxWidth) return fullTitle;
  let [length, width] = [0, widthOf('…')];
  for (const letter of fullTitle) {
    width += widthOf(letter);
    if (width > maxWidth) break;
    length += letter.length;
  }
  return plainTitle(title, length);
}
