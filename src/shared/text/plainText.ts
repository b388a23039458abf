import { language, t } from '../words/l10n';
import { isHarmless, piecesOf, type EscapeMode, type EscapedPiece } from './textMarks';

/**
 * Untrusted text escaped for display. Nothing is removed: invisible characters become a mark
 * (`⟨U+009D⟩`, `⟨8,100 blanks⟩`), and a cut keeps both ends and counts the characters between. No
 * text can imitate a mark, because its own `⟨U+…` is escaped; therefore a text must be escaped only
 * once.
 */
export interface Shown {
  readonly text: string;
  /** True if the text is unchanged: no marks, no cut. */
  readonly whole: boolean;
  /** Number of characters that cannot be restored from what is shown. */
  readonly missing: number;
}

/** Minimum number of characters to cut, because the mark takes room as well. */
const leastCut = 40;
/** Fraction of the room in a cut text that its beginning gets; its end gets the rest. */
const startShare = 2 / 3;
/**
 * Limit on the work for a long text: from either end, at most this many times the shown length is
 * read.
 */
const readFactor = 4;

/** Escapes text that a person decides on; line breaks are kept. */
export function shownText(text: string, maxLength = 2000): Shown {
  return shown(text, maxLength, 'exact');
}

/** `shownText` on one line: `⏎` marks a line end, `⇥` a tab. */
export function shownLine(text: string, maxLength = 300): Shown {
  return shown(text, maxLength, 'line');
}

/**
 * Escapes prose that is only read: line breaks are normalized, spaces of any width kept, and the
 * text trimmed.
 */
export function shownProse(text: string, maxLength = 2000): Shown {
  return shown(text.trim(), maxLength, 'prose');
}

/** The text of `shownText`. */
export function plainText(text: string, maxLength?: number): string {
  return shownText(text, maxLength).text;
}

/** The text of `shownLine`. */
export function plainLine(text: string, maxLength?: number): string {
  return shownLine(text, maxLength).text;
}

/** The text of `shownProse`. */
export function plainProse(text: string, maxLength?: number): string {
  return shownProse(text, maxLength).text;
}

/** Escapes prose for documents, uncut and not trimmed. */
export function withoutControls(text: string): string {
  return shown(text, Infinity, 'prose').text;
}

/**
 * Escapes a name or title on one line, for text that nobody decides on: white space is collapsed,
 * and a cut drops the end. The text may already contain marks.
 */
export function plainTitle(text: string, maxLength = 300): string {
  if (text.length <= maxLength && isHarmless(text, 'title')) return text;
  const trimmed = text.trim();
  const read = head(trimmed, maxLength * readFactor);
  const folded = read.replace(/\s+/g, ' ');
  const start = collectPieces(piecesOf(folded, 'title'), maxLength);
  const isCut = start.length < folded.length || read.length < trimmed.length;
  return isCut ? `${start.shown.trimEnd()}…` : start.shown;
}

function shown(text: string, maxLength: number, drawing: EscapeMode): Shown {
  if (text.length <= maxLength + leastCut && isHarmless(text, drawing))
    return { text, whole: true, missing: 0 };
  const reach = maxLength * readFactor;
  if (text.length > reach * 2) {
    const [start, end] = [head(text, reach), tail(text, reach)];
    return cut(text, [...piecesOf(start, drawing)], [...piecesOf(end, drawing)], maxLength);
  }
  const pieces = [...piecesOf(text, drawing)];
  const all = pieces.map((piece) => piece.shown).join('');
  if (all.length > maxLength + leastCut) return cut(text, pieces, pieces, maxLength);
  const missing = pieces.reduce((sum, piece) => sum + piece.missing, 0);
  return { text: all, whole: all === text, missing };
}

/** Keeps the beginning and the end, with a count of the characters between. */
function cut(
  text: string,
  first: readonly EscapedPiece[],
  last: readonly EscapedPiece[],
  maxLength: number,
): Shown {
  const room = Math.ceil(maxLength * startShare);
  const start = collectPieces(first, room);
  const end = collectPieces(last.toReversed(), maxLength - room, 'end');
  const between = text.length - start.length - end.length;
  const mark = `⟨${t('{0} more characters', between.toLocaleString(language()))}⟩`;
  return {
    text: `${start.shown}${mark}${end.shown}`,
    whole: false,
    missing: between + start.missing + end.missing,
  };
}

/** Collects pieces while there is room; literal text may be split, a mark may not. */
function collectPieces(
  pieces: Iterable<EscapedPiece>,
  room: number,
  from: 'start' | 'end' = 'start',
): Omit<EscapedPiece, 'literal'> {
  const all = { shown: '', length: 0, missing: 0 };
  const add = (text: string): void => {
    all.shown = from === 'start' ? all.shown + text : text + all.shown;
  };
  for (const { shown, length, missing, literal } of pieces) {
    const left = room - all.shown.length;
    if (shown.length > left) {
      const part = literal ? (from === 'start' ? head : tail)(shown, left) : '';
      add(part);
      all.length += part.length;
      return all;
    }
    add(shown);
    all.length += length;
    all.missing += missing;
  }
  return all;
}

/** The first characters, without splitting a surrogate pair. */
export function head(text: string, length: number): string {
  if (text.length <= length) return text;
  return text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length);
}

function tail(text: string, length: number): string {
  if (text.length <= length) return text;
  const from = text.length - length;
  return text.slice(/[\uDC00-\uDFFF]/.test(text.charAt(from)) ? from + 1 : from);
}
