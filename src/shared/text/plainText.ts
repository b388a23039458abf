import { language, t } from '../words/l10n';
import { isHarmless, piecesOf, type Drawing, type DrawnPiece } from './textMarks';

/**
 * Foreign text as a person sees it. Nothing of it is ever removed: what draws nothing is drawn as a
 * mark (`⟨U+009D⟩`, `⟨8,100 blanks⟩`), and a cut keeps the end in sight and counts what is
 * between. No text can pretend a mark: its own `⟨U+…` is marked. So it is shown once only;
 * a text that was shown already would have its marks marked.
 */
export interface Shown {
  readonly text: string;
  /** It is the text itself: no mark, no cut. */
  readonly whole: boolean;
  /** How many characters nobody could write down again from what is shown. */
  readonly missing: number;
}

/** A cut that saves less is not made: its mark would take the place. */
const leastCut = 40;
/** The share of a cut text that its beginning gets. */
const beginning = 2 / 3;
/** A text so many times as long as what is shown of it is read at its two ends alone. */
const readTimes = 4;

/** What a person decides upon, line ends kept. */
export function shownText(text: string, maxLength = 2000): Shown {
  return shown(text, maxLength, 'exact');
}

/** `shownText` on one line: `⏎` is a line end, `⇥` a tab. */
export function shownLine(text: string, maxLength = 300): Shown {
  return shown(text, maxLength, 'line');
}

/** What is only read, such as a prompt: line ends of one kind, spaces of any width, outer blanks gone. */
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

/** Prose in full length, outer blanks kept: for documents. */
export function withoutControls(text: string): string {
  return shown(text, Infinity, 'prose').text;
}

/**
 * A name or a title on one line, that nobody decides by: runs of white space are one blank, and it is
 * cut at its end. It may be a text of ours around what was shown already.
 */
export function plainTitle(text: string, maxLength = 300): string {
  if (text.length <= maxLength && isHarmless(text, 'title')) return text;
  const trimmed = text.trim();
  const read = head(trimmed, maxLength * readTimes);
  const folded = read.replace(/\s+/g, ' ');
  const start = taken(piecesOf(folded, 'title'), maxLength);
  const isCut = start.length < folded.length || read.length < trimmed.length;
  return isCut ? `${start.shown.trimEnd()}…` : start.shown;
}

function shown(text: string, maxLength: number, drawing: Drawing): Shown {
  if (text.length <= maxLength + leastCut && isHarmless(text, drawing))
    return { text, whole: true, missing: 0 };
  const reach = maxLength * readTimes;
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

/** Beginning and end, with the count of what lies between. */
function cut(
  text: string,
  first: readonly DrawnPiece[],
  last: readonly DrawnPiece[],
  maxLength: number,
): Shown {
  const room = Math.ceil(maxLength * beginning);
  const start = taken(first, room);
  const end = taken(last.toReversed(), maxLength - room, 'end');
  const between = text.length - start.length - end.length;
  const mark = `⟨${t('{0} more characters', between.toLocaleString(language()))}⟩`;
  return {
    text: `${start.shown}${mark}${end.shown}`,
    whole: false,
    missing: between + start.missing + end.missing,
  };
}

/** As many pieces as there is room for; one that draws itself may be halved, a mark is not. */
function taken(
  pieces: Iterable<DrawnPiece>,
  room: number,
  from: 'start' | 'end' = 'start',
): Omit<DrawnPiece, 'literal'> {
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

/** The first characters; none is halved. */
function head(text: string, length: number): string {
  if (text.length <= length) return text;
  return text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length);
}

function tail(text: string, length: number): string {
  if (text.length <= length) return text;
  const from = text.length - length;
  return text.slice(/[\uDC00-\uDFFF]/.test(text.charAt(from)) ? from + 1 : from);
}
