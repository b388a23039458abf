import { createScanner, type Node, type SyntaxKind } from 'jsonc-parser';

// The library's `const enum`s can't be imported with isolated compilation.
const commaToken: SyntaxKind.CommaToken = 5;
const lineComment: SyntaxKind.LineCommentTrivia = 12;
const blockComment: SyntaxKind.BlockCommentTrivia = 13;
const lineBreak: SyntaxKind.LineBreakTrivia = 14;
const space: SyntaxKind.Trivia = 15;
const endOfText: SyntaxKind.EOF = 17;

/** Formatting for inserted text. */
export interface JsonStyle {
  readonly eol: string;
  readonly indent: string;
  /** True if a space follows colons; one-line containers are then written with spaces. */
  readonly spaced: boolean;
}

export function jsonStyle(text: string): JsonStyle {
  return {
    eol: text.includes('\r\n') ? '\r\n' : '\n',
    indent: /^[ \t]*[{[][^\S\n]*\r?\n([ \t]+)\S/.exec(text.replace(/^\uFEFF/, ''))?.[1] ?? '  ',
    spaced: !/"\s*:\S/.test(text),
  };
}

/**
 * Appends a property (with `key`) or an element to a container without changing the text around it.
 */
export function appendChild(
  text: string,
  container: Node,
  value: unknown,
  style: JsonStyle,
  key?: string,
): string {
  const open = container.offset + 1;
  const close = nodeEnd(container) - 1;
  const first = container.children?.[0];
  const last = container.children?.at(-1);
  const bodyEnd = lastTokenEnd(text, last === undefined ? open : nodeEnd(last), close);
  const name = key === undefined ? '' : `${JSON.stringify(key)}:${style.spaced ? ' ' : ''}`;
  const multilineName = key === undefined ? '' : `${JSON.stringify(key)}: `;

  if (first === undefined || last === undefined) {
    const outer = lineIndent(text, container.offset);
    const inner = outer + style.indent;
    const tail = text.slice(bodyEnd, close);
    const added = style.eol + inner + multilineName + formatMultiline(value, style, inner);
    // Behind a comment the closing bracket stays in its line: uninstalling could not tell a line
    // break that was added here from the user's own.
    const addsBreak = !tail.includes('\n') && bodyEnd === open;
    const end = addsBreak ? style.eol + outer : tail;
    return text.slice(0, bodyEnd) + added + end + text.slice(close);
  }

  const oneLine =
    !text.slice(open, first.offset).includes('\n') && !text.slice(bodyEnd, close).includes('\n');
  const inner = childIndent(text, container, first, style);
  const added = oneLine
    ? (style.spaced ? ' ' : '') + name + formatOneLine(value, style)
    : style.eol + inner + multilineName + formatMultiline(value, style, inner);
  const trailingComma = commaAfter(text, nodeEnd(last), close) !== undefined;
  const comma = trailingComma ? '' : ',';
  return (
    text.slice(0, nodeEnd(last)) +
    comma +
    text.slice(nodeEnd(last), bodyEnd) +
    added +
    (trailingComma ? ',' : '') +
    text.slice(bodyEnd)
  );
}

/**
 * Removes a property or element with its comma and the white space before it; comments are kept.
 * `blank` is the content that a container gets if it becomes empty.
 */
export function removeChild(text: string, container: Node, index: number, blank = ''): string {
  const children = container.children ?? [];
  const node = children[index];
  if (node === undefined) return text;
  const previous = children[index - 1];
  const from = previous === undefined ? container.offset + 1 : nodeEnd(previous);
  const end = nodeEnd(node);
  const close = nodeEnd(container) - 1;
  const following = commaAfter(text, end, close);
  const before = lastTokenEnd(text, from, node.offset);
  const behind = text.slice(end, following ?? end) + text.slice(following ? following + 1 : end);
  // If the line break were removed, the following text would become part of a preceding line
  // comment.
  const needsBreak = endsInLineComment(text, from, before) && !/^[ \t]*\r?\n/u.test(behind);
  const start = needsBreak ? node.offset : before;
  const preceding = previous && commaAfter(text, from, node.offset);
  const head = text.slice(0, start);
  if (following !== undefined) return head + behind;
  if (preceding !== undefined) {
    return text.slice(0, preceding) + text.slice(preceding + 1, start) + text.slice(end);
  }
  const tail = text.slice(end, close);
  const isEmpty = text.slice(container.offset + 1, start).trim() === '' && tail.trim() === '';
  return isEmpty
    ? text.slice(0, container.offset + 1) + blank + text.slice(close)
    : head + text.slice(end);
}

/** True if the node contains a comment outside the nodes in `except`. */
export function hasComment(text: string, node: Node, except: readonly Node[]): boolean {
  const scanner = createScanner(text, false);
  scanner.setPosition(node.offset);
  for (;;) {
    const kind = scanner.scan();
    const at = scanner.getTokenOffset();
    if (kind === endOfText || at >= nodeEnd(node)) return false;
    if (kind !== lineComment && kind !== blockComment) continue;
    if (!except.some((other) => at >= other.offset && at < nodeEnd(other))) return true;
  }
}

/** Replaces a value in place. */
export function replaceNode(text: string, node: Node, value: unknown, style: JsonStyle): string {
  const old = text.slice(node.offset, nodeEnd(node));
  const added = old.includes('\n')
    ? formatMultiline(value, style, lineIndent(text, node.offset))
    : formatOneLine(value, style);
  return text.slice(0, node.offset) + added + text.slice(nodeEnd(node));
}

export function nodeEnd(node: Node): number {
  return node.offset + node.length;
}

/** The comma that follows, after white space and comments; undefined if there is none. */
function commaAfter(text: string, from: number, to: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  const isComma = scanner.scan() === commaToken && scanner.getTokenOffset() < to;
  return isComma ? scanner.getTokenOffset() : undefined;
}

/** End of the last comma, comment or value before `to`; `from` if there is only white space. */
function lastTokenEnd(text: string, from: number, to: number): number {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  let end = from;
  for (;;) {
    const kind = scanner.scan();
    const tokenEnd = scanner.getTokenOffset() + scanner.getTokenLength();
    if (kind === endOfText || tokenEnd > to) return end;
    if (kind !== space && kind !== lineBreak) end = tokenEnd;
  }
}

function endsInLineComment(text: string, from: number, to: number): boolean {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  let last: SyntaxKind | undefined;
  while (scanner.getPosition() < to) last = scanner.scan();
  return last === lineComment;
}

function childIndent(text: string, container: Node, first: Node, style: JsonStyle): string {
  const lineStart = text.lastIndexOf('\n', first.offset - 1) + 1;
  const lead = text.slice(lineStart, first.offset);
  return lead.trim() === '' && lineStart > container.offset
    ? lead
    : lineIndent(text, container.offset) + style.indent;
}

function lineIndent(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return /^\uFEFF?([ \t]*)/.exec(text.slice(lineStart, offset))?.[1] ?? '';
}

function formatMultiline(value: unknown, style: JsonStyle, indent: string): string {
  return JSON.stringify(value, undefined, style.indent).replaceAll('\n', style.eol + indent);
}

/**
 * Formats a value on one line; all line breaks can be replaced, because JSON strings contain none.
 */
function formatOneLine(value: unknown, style: JsonStyle): string {
  return style.spaced
    ? JSON.stringify(value, undefined, 1).replaceAll(/\n\s*/g, ' ')
    : JSON.stringify(value);
}
