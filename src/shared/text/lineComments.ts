/** A comment on lines of a text. Lines are counted from 0, and both ends are included. */
export interface LineComment {
  readonly start: number;
  readonly end: number;
  /** The texts in the order of writing. */
  readonly texts: readonly string[];
}

/** Maximum number of lines quoted for a comment. */
const mostQuoted = 12;
const longestQuote = 400;

/** The lines of a text with any kind of line break. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n?|\n/);
}

/** A comment as a message shows it: the line numbers, the quoted lines if any, and the texts. */
export function commentText(
  place: string,
  quoted: readonly string[],
  { texts }: Pick<LineComment, 'texts'>,
): string {
  const words = texts.map((text) => text.trim()).filter((text) => text !== '');
  return [`${place}:`, ...quotedLines(quoted), '', words.join('\n\n')].join('\n');
}

/** True unless all texts of a comment are white space. */
export function hasCommentText({ texts }: Pick<LineComment, 'texts'>): boolean {
  return texts.some((text) => text.trim() !== '');
}

/** Sorts comments by position. */
export function byLines(one: LineComment, other: LineComment): number {
  return one.start - other.start || one.end - other.end;
}

/** Lines as a Markdown quotation; long ones are cut, with a mark for the rest. */
function quotedLines(lines: readonly string[]): readonly string[] {
  const quoted = lines.slice(0, mostQuoted).map(quote);
  return lines.length > mostQuoted ? [...quoted.slice(0, -1), '> […]'] : quoted;
}

/** Text for line numbers, which are given from 0 with both ends included. */
export function linesWords(first: number, last: number): string {
  return first === last ? `line ${first + 1}` : `lines ${first + 1} to ${last + 1}`;
}

function quote(line: string): string {
  const text = line.trimEnd();
  if (text === '') return '>';
  return `> ${text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text}`;
}
