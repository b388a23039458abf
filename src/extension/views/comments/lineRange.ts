/** Lines of a document from 0, both ends are meant. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** A change of a document's text, as the editor tells it. */
export interface TextChange {
  readonly range: {
    readonly start: { readonly line: number; readonly character: number };
    readonly end: { readonly line: number; readonly character: number };
  };
  readonly text: string;
}

/** Where lines are after a change: they move with what is above them and grow with what is in them. */
export function movedLines(lines: LineRange, { range, text }: TextChange): LineRange {
  const { start: from, end: to } = range;
  const added = text.split(/\r\n?|\n/).length - 1;
  const delta = added - (to.line - from.line);
  if (from.line > lines.end) return lines;
  if (from.line === lines.end && from.line === to.line && added > 0 && startsLine(text))
    return lines; // A line more after the last one.
  const isAbove =
    to.line < lines.start || (to.line === lines.start && to.character === 0 && endsLine(text));
  if (isAbove && (to.line < lines.start || from.line < to.line || added > 0)) {
    return { start: lines.start + delta, end: lines.end + delta };
  }
  const start = Math.min(lines.start, from.line);
  const end = to.line <= lines.end ? lines.end + delta : from.line + added;
  return { start, end: Math.max(start, end) };
}

function endsLine(text: string): boolean {
  return text === '' || /[\r\n]$/.test(text);
}

function startsLine(text: string): boolean {
  return /^[\r\n]/.test(text);
}
