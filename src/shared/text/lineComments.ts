/** A comment on lines of a text. Lines count from 0, and both ends belong to it. */
export interface LineComment {
  readonly start: number;
  readonly end: number;
  /** The texts in the order in which they were written. */
  readonly texts: readonly string[];
}

/** Number of lines that are quoted of a comment's place. */
const mostQuoted = 12;
const longestQuote = 400;

/** Lines as a person counts them, with any kind of line break. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n?|\n/);
}

/** A comment as a message says it: its place, its lines, where any are quoted, and what was written. */
export function commentText(
  place: string,
  quoted: readonly string[],
  { texts }: Pick<LineComment, 'texts'>,
): string {
  const words = texts.map((text) => text.trim()).filter((text) => text !== '');
  return [`${place}:`, ...quotedLines(quoted), '', words.join('\n\n')].join('\n');
}

/** False for a comment of spaces alone. */
export function saysSomething({ texts }: Pick<LineComment, 'texts'>): boolean {
  return texts.some((text) => text.trim() !== '');
}

/** Sorts comments by their place in the text. */
export function byLines(one: LineComment, other: LineComment): number {
  return one.start - other.start || one.end - other.end;
}

/** Lines as a quotation in Markdown; of many the first ones, and a mark that there are more. */
function quotedLines(lines: readonly string[]): readonly string[] {
  const quoted = lines.slice(0, mostQuoted).map(quote);
  return lines.length > mostQuoted ? [...quoted.slice(0, -1), '> […]'] : quoted;
}

/** The place of lines that count from 0: both ends are meant. */
export function linesWords(first: number, last: number): string {
  return first === last ? `line ${first + 1}` : `lines ${first + 1} to ${last + 1}`;
}

function quote(line: string): string {
  const text = line.trimEnd();
  if (text === '') return '>';
  return `> ${text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text}`;
}
