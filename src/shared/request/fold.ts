/** The beginning and the end of a long text, with the size of the hidden part. */
export interface TextEnds {
  readonly beginning: string;
  readonly end: string;
  /** Number of hidden lines, complete or partial; 0 if the hidden part lies within one line. */
  readonly lines: number;
  readonly characters: number;
}

/** Number of rows that stay visible. */
export interface FoldSize {
  readonly beginning: number;
  readonly end: number;
}

/** Length of a row in characters; views wrap longer lines, which count as several rows. */
const rowLength = 80;
/** Minimum number of hidden rows that justifies a fold. */
const leastRows = 3;

/**
 * Splits a long text into its beginning and end; undefined if it is short enough to show
 * completely.
 */
export function foldText(text: string, size: FoldSize): TextEnds | undefined {
  const from = rowsFromStart(text, size.beginning);
  if (from === undefined) return undefined;
  const rest = text.slice(text[from] === '\n' ? from + 1 : from);
  if (rowsFromStart(rest, size.end + leastRows) === undefined) return undefined;
  const to = rowsFromEnd(text, size.end);
  const hidden = text.slice(from, to);
  return {
    beginning: text.slice(0, from),
    end: text.slice(to),
    lines: linesIn(hidden),
    characters: hidden.length,
  };
}

/** Index after the first rows; undefined if the text has no more. */
function rowsFromStart(text: string, rows: number): number | undefined {
  let at = 0;
  for (let row = 0; row < rows; row += 1) {
    if (row > 0 && text[at] === '\n') at += 1;
    const lineEnd = text.indexOf('\n', at);
    const end = lineEnd === -1 ? text.length : lineEnd;
    at = outsidePair(text, Math.min(end, at + rowLength));
    if (at >= text.length) return undefined;
  }
  return at;
}

/** Index at which the last rows start. */
function rowsFromEnd(text: string, rows: number): number {
  let at = text.length;
  for (let row = 0; row < rows; row += 1) {
    if (row > 0 && text[at - 1] === '\n') at -= 1;
    const start = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
    at = outsidePair(text, Math.max(start, at - rowLength));
  }
  return at;
}

/** Moves an index that lies within a surrogate pair. */
function outsidePair(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) && /[\uD800-\uDBFF]/.test(text.charAt(at - 1))
    ? at - 1
    : at;
}

/** Counts hidden lines; a line break at either edge belongs to a visible line. */
function linesIn(hidden: string): number {
  const inner = hidden.replace(/^\n/, '').replace(/\n$/, '');
  const ends = inner.split('\n').length;
  return ends === 1 && inner === hidden ? 0 : ends;
}
