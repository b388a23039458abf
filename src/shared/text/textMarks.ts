import { language, t } from '../words/l10n';

/**
 * How strictly text is escaped. `exact` is for text that a person decides on: every invisible
 * character except blank, tab and line feed is marked, and padding is counted. `line` does the same
 * on one line. `prose` is for reading and keeps all line breaks and space widths. `title` accepts
 * text that already contains marks, because nobody decides on a title.
 */
export type EscapeMode = 'exact' | 'line' | 'prose' | 'title';

/** A piece of untrusted text and its escaped form. */
export interface EscapedPiece {
  /** Length in the source text, in UTF-16 units. */
  readonly length: number;
  readonly shown: string;
  /** True for text shown unchanged, which may be cut anywhere; false for one mark. */
  readonly literal: boolean;
  /** Number of characters that cannot be restored from what is shown. */
  readonly missing: number;
}

/** Longest runs of blanks that are shown unchanged: within a line, and as indent. */
const mostBlanks = 20;
const mostIndent = 80;
const mostTabs = 16;
/** Longest run of equal marks; a longer run becomes one mark with a count. */
const mostAlike = 3;

/**
 * Characters that are invisible or look like another one: controls, formats, surrogates, private
 * and unassigned characters (except later emoji), separators, fillers.
 */
const invisible =
  '(?![ \\t\\n])[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Z}\\p{Default_Ignorable_Code_Point}\\u2800]' +
  '|(?!\\p{Extended_Pictographic})\\p{Cn}';
/** Text that imitates one of our marks; it is escaped as well. */
const imitatedMark = '\\u27E8(?=U\\+|\\p{Nd})';
/** Stacked accents, which would overlap the lines above and below. */
const stacked = '[\\p{Mn}\\p{Me}]{7,}';
const emptyLines = '\\r?\\n(?:[ \\t]*\\r?\\n){4,}';

const emptyLinesFound = new RegExp(`^${emptyLines}`);

const padding = `${emptyLines}|[ \\t]{17,}`;

/** Patterns of everything that is replaced by a mark. */
const marked: Readonly<Record<EscapeMode, RegExp>> = {
  exact: pattern(`${padding}|(${invisible}|${imitatedMark})\\1*`),
  line: pattern(`${padding}|(${invisible}|[\\t\\n\\u21E5\\u23CE]|${imitatedMark})\\1*`),
  title: pattern(`(${invisible})\\1*`),
  prose: pattern(`${padding}|\\r\\n|((?!\\p{Zs})(?:${invisible})|${imitatedMark})\\1*`),
};

function pattern(source: string): RegExp {
  return new RegExp(`${source}|${stacked}`, 'gu');
}

/**
 * Common text without special characters, tested first because Unicode property classes are ten
 * times slower.
 */
const usual = /^[\n\t -~À-ɏЀ-҂ぁ-ゖァ-ヿ一-鿿가-힣–—‘’“”„•…、。「」！？（）]*$/;
/** Layout that `usual` accepts, but that has to be marked or, in a title, collapsed. */
const padded: Readonly<Record<EscapeMode, RegExp>> = {
  exact: /[ \t]{17}|\n[ \t]*\n[ \t]*\n/,
  line: /[ \t]{17}|[\n\t]/,
  prose: /[ \t]{17}|\n[ \t]*\n[ \t]*\n/,
  title: /^\s|\s$|\s\s|[\n\t]/,
};

function isUsual(text: string, drawing: EscapeMode): boolean {
  return usual.test(text) && !padded[drawing].test(text);
}

/** True for text that is shown unchanged; in a title, runs of blanks are excluded as well. */
export function isHarmless(text: string, drawing: EscapeMode): boolean {
  if (isUsual(text, drawing)) return true;
  if (drawing === 'title') return false;
  return text.search(marked[drawing]) < 0;
}

/** Splits a text into pieces in order, without loss and in linear time. */
export function* piecesOf(text: string, drawing: EscapeMode): Generator<EscapedPiece> {
  if (text !== '' && isUsual(text, drawing)) return yield literal(text);
  let done = 0;
  for (const match of text.matchAll(marked[drawing])) {
    const [found] = match;
    if (match.index > done) yield literal(text.slice(done, match.index));
    yield* markPieces(found, text, match.index, drawing);
    done = match.index + found.length;
  }
  if (done < text.length) yield literal(text.slice(done));
}

function literal(text: string): EscapedPiece {
  return { length: text.length, shown: text, literal: true, missing: 0 };
}

function mark(length: number, shown: string, missing = 0): EscapedPiece {
  return { length, shown, literal: false, missing };
}

function* markPieces(
  found: string,
  text: string,
  at: number,
  drawing: EscapeMode,
): Generator<EscapedPiece> {
  if (/^[ \t]{17}/.test(found)) return yield blanks(found, text, at, drawing);
  if (emptyLinesFound.test(found)) return yield lineEnds(found, drawing);
  if (found === '\r\n') return yield mark(2, '\n');
  if (isRequiredJoiner(found, text, at)) return yield literal(found);
  const characters = Array.from(found);
  const [first = ''] = characters;
  if (
    characters.length > mostAlike &&
    found === first.repeat(characters.length) &&
    !/[\t\n]/.test(first)
  )
    return yield mark(found.length, `⟨${codePointName(first)} × ${grouped(characters.length)}⟩`);
  for (const character of characters) yield mark(character.length, markOf(character));
}

function blanks(found: string, text: string, at: number, drawing: EscapeMode): EscapedPiece {
  const tabs = found.replaceAll(' ', '').length;
  const leads = at === 0 || text[at - 1] === '\n';
  const most = tabs > 0 ? mostTabs : leads && drawing !== 'line' ? mostIndent : mostBlanks;
  if (found.length <= most) return literal(found);
  const count = grouped(found.length);
  if (tabs === 0) return mark(found.length, `⟨${t('{0} blanks', count)}⟩`);
  if (tabs === found.length) return mark(found.length, `⟨${t('{0} tabs', count)}⟩`);
  return mark(found.length, `⟨${t('{0} blanks and tabs', count)}⟩`, found.length);
}

/** Marks a run of line breaks; a run of line breaks alone can be restored from its count. */
function lineEnds(found: string, drawing: EscapeMode): EscapedPiece {
  const ends = found.replace(/[^\n]+/g, '').length;
  const end = drawing === 'line' ? '⏎' : '\n';
  const shown = `${end}⟨${t('{0} empty lines', grouped(ends - 1))}⟩${end}`;
  return mark(found.length, shown, ends === found.length ? 0 : found.length);
}

const lineMarks: Readonly<Record<string, string>> = { '\n': '⏎', '\t': '⇥' };

/**
 * Mark that shows the code point of a character. Control pictures are not used, because many fonts
 * lack them.
 */
function markOf(character: string): string {
  return lineMarks[character] ?? `⟨${codePointName(character)}⟩`;
}

/** `U+009D` for the first character of a text. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function grouped(count: number): string {
  return count.toLocaleString(language());
}

/** Scripts whose letters change their form beside a joiner. */
const joining =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const joinedEmoji = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F/u;

/** True for a joiner or variation selector that the surrounding script or emoji requires. */
function isRequiredJoiner(found: string, text: string, at: number): boolean {
  if (!/^(?:\p{Join_Control}|\p{Variation_Selector})$/u.test(found)) return false;
  const before = characterBefore(text, at);
  const next = String.fromCodePoint(text.codePointAt(at + found.length) ?? 0x20);
  switch (found) {
    case '\u200C':
      return joining.test(before);
    case '\u200D':
      return (
        joining.test(before) ||
        (joinedEmoji.test(before) && /\p{Extended_Pictographic}/u.test(next))
      );
    case '\uFE0E':
    case '\uFE0F':
      return /[0-9#*]/.test(before) ? next === '\u20E3' : /\p{Emoji}/u.test(before);
    default:
      return found >= '\u{E0100}' && /\p{Script=Han}/u.test(before);
  }
}

function characterBefore(text: string, at: number): string {
  const pair = text.slice(Math.max(0, at - 2), at);
  return Array.from(pair).at(-1) ?? '';
}
