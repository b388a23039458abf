/** Number of lines that are quoted of a comment's place. */
const mostQuoted = 12;
const longestQuote = 400;

/** Lines as a person counts them, with any kind of line break. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n?|\n/);
}

/** Lines as a quotation in Markdown; of many the first ones, and a mark that there are more. */
export function quotedLines(lines: readonly string[]): readonly string[] {
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
