/** Lines of a document, counted from 0, both ends included. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** A change of a document's text, as in the editor's API. */
export interface TextChange {
  readonly range: {
    readonly start: { readonly line: number; readonly character: number };
    readonly end: { readonly line: number; readonly character: number };
  };
  readonly text: string;
}

/** The range after a change: it moves with changes above it, and grows with changes inside. */
export function movedLines(lines: LineRange, { range, text }: TextChange): LineRange {
  const { start: from, end: to } = range;
  const added = text.split(/\r\n?|\n/).length - 1;
  const delta = added - (to.line - from.line);
  if (from.line > lines.end) return lines;
  if (from.line === lines.end && from.line === to.line && added > 0 && startsLine(text))
    return lines; // The change only adds lines after the last one.
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
