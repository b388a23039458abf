/** A line of a plan with its continuation lines, or a complete code block. */
export interface PlanLine {
  /** Number of the first line, counted from 0; for a code block, of its closing fence. */
  readonly number: number;
  readonly kind: 'heading' | 'item' | 'code' | 'text';
  readonly text: string;
  /** Marker of a list item: a number or a bullet. */
  readonly mark: string;
  /** Indentation of a list item, in em. */
  readonly depth: number;
}

const maxDepth = 6;

/** Minimum length in characters, including the next word, of a line that is considered wrapped. */
const minWrapLength = 60;

/** Parses the Markdown of plans. No text is lost, and nothing becomes a link, a picture or HTML. */
export function parsePlanLines(plan: string): readonly PlanLine[] {
  const lines: PlanLine[] = [];
  let fence: string | undefined;
  let code: string[] = [];
  const add = (kind: PlanLine['kind'], number: number, text: string, mark = '', depth = 0): void =>
    void lines.push({ number, kind, text, mark, depth });
  const sourceLines = plan.split('\n');
  for (const [number, line] of sourceLines.entries()) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true) {
        add('code', number, code.join('\n'));
        [fence, code] = [undefined, []];
      } else {
        code.push(line);
      }
    } else if (mark !== undefined) {
      fence = mark;
    } else {
      const previousLine = sourceLines[number - 1] ?? '';
      const last = lines.at(-1);
      const canContinue = last !== undefined && last.kind !== 'code' && last.kind !== 'heading';
      if (canContinue && isWrapped(previousLine, line))
        lines[lines.length - 1] = { ...last, text: `${last.text}\n${line.trim()}` };
      else addLine(add, number, line);
    }
  }
  if (code.length > 0) add('code', sourceLines.length, code.join('\n'));
  return lines;
}

/**
 * True if a line continues the previous one, which was wrapped because its first word did not fit.
 */
function isWrapped(previousLine: string, line: string): boolean {
  const [word = ''] = /^\S+/.exec(line.trim()) ?? [];
  if (previousLine.length + word.length < minWrapLength || previousLine.trim() === '') return false;
  const hasLineBreak = previousLine.endsWith('  ') || previousLine.endsWith('\\');
  const isWord = /^[\p{L}\p{N}`"'“„(*_]/u.test(word) && !itemLine.test(line);
  return isWord && !hasLineBreak;
}

const itemLine = /^(\s*)([-*+]|\d{1,4}[.)])\s+(\S.*)$/;

function addLine(
  add: (
    kind: PlanLine['kind'],
    number: number,
    text: string,
    mark?: string,
    depth?: number,
  ) => void,
  number: number,
  line: string,
): void {
  const [, heading] = /^#{1,6}\s+(\S.*)$/.exec(line) ?? [];
  const [, indent = '', mark, text] = itemLine.exec(line) ?? [];
  if (heading !== undefined) add('heading', number, heading);
  else if (mark !== undefined && text !== undefined) {
    const depth = Math.min(maxDepth, indent.replaceAll('\t', '  ').length / 2);
    add('item', number, text, /\d/.test(mark) ? mark : '•', depth);
  } else if (line.trim() !== '') add('text', number, line);
}

/** A span of a line of a plan. */
export interface PlanSpan {
  readonly kind: 'text' | 'code' | 'strong';
  readonly text: string;
  /** Index of the span's start in the line. */
  readonly at: number;
}

/**
 * Parses code and bold words within a line. Stars are markup only around separate words; those of a
 * glob or a power are text.
 */
export function parsePlanSpans(line: string): readonly PlanSpan[] {
  const pieces = line.split(/(`[^`]+`|\*\*\w[^*]*\*\*)/u);
  const spans: PlanSpan[] = [];
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    const isMarked = index % 2 === 1;
    const last = spans.at(-1);
    if (isMarked && piece.startsWith('`')) {
      spans.push({ kind: 'code', text: piece.slice(1, -1), at });
    } else if (isMarked && isSeparateWord(line, at, piece.length)) {
      spans.push({ kind: 'strong', text: piece.slice(2, -2), at });
    } else if (last?.kind === 'text') {
      spans[spans.length - 1] = { ...last, text: last.text + piece };
    } else if (piece !== '') {
      spans.push({ kind: 'text', text: piece, at });
    }
    at += piece.length;
  }
  return spans;
}

function isSeparateWord(line: string, at: number, length: number): boolean {
  const [before, after] = [line.charAt(at - 1), line.charAt(at + length)];
  return !/\S/u.test(before) && !/\w/u.test(after);
}
