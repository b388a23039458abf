import { jsonIn } from '../../shared/text/boundedJson';

/** A value in a TOML file: a string without its quotes, anything else as it is written. */
export interface TomlText {
  readonly path: readonly string[];
  readonly value: string;
}

const keyPart = /(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([\w-]+))\s*(?:(\.)\s*)?/uy;

/**
 * Yields the values of a TOML file that are on a single line, including those of inline tables.
 * Multi-line strings are skipped, and a damaged file yields the values that can be read.
 */
export function* tomlTexts(text: string): Generator<TomlText> {
  let table: readonly string[] = [];
  let fence: string | undefined;
  for (const line of text.split(/\r?\n/u)) {
    const marks = line.match(/"""|'''/gu) ?? [];
    const isInside = fence !== undefined;
    for (const mark of marks) {
      if (fence === undefined) fence = mark;
      else if (mark === fence) fence = undefined;
    }
    if (isInside || marks.length > 0) continue;
    const trimmed = line.trim();
    if (trimmed.startsWith('[')) {
      const start = trimmed.startsWith('[[') ? 2 : 1;
      const { path, end } = keyAt(trimmed, start);
      if (trimmed[end] !== ']') continue;
      table = path;
      yield { path: table, value: '' };
    } else {
      yield* valuesOf(trimmed, 0, table);
    }
  }
}

/** Reads `key = value`. */
function* valuesOf(line: string, from: number, table: readonly string[]): Generator<TomlText> {
  const { path, end } = keyAt(line, from);
  if (path.length === 0 || line[end] !== '=') return;
  const rest = line.slice(end + 1).trim();
  const whole = [...table, ...path];
  if (!rest.startsWith('{')) {
    yield { path: whole, value: textAt(rest) };
    return;
  }
  for (let at = 1; at < rest.length;) {
    const inner = keyAt(rest, at);
    if (inner.path.length === 0 || rest[inner.end] !== '=') return;
    const value = /^\s*("(?:[^"\\]|\\.)*"|'[^']*'|[^,}]*)/u.exec(rest.slice(inner.end + 1));
    yield { path: [...whole, ...inner.path], value: textAt((value?.[1] ?? '').trim()) };
    const comma = rest.indexOf(',', inner.end + 1 + (value?.[0].length ?? 0));
    if (comma < 0) return;
    at = comma + 1;
  }
}

/** Reads a key with its parts, up to what follows it. */
function keyAt(line: string, from: number): { path: readonly string[]; end: number } {
  const path: string[] = [];
  let end = from + (/^\s*/u.exec(line.slice(from))?.[0].length ?? 0);
  for (;;) {
    keyPart.lastIndex = end;
    const found = keyPart.exec(line);
    if (found === null) return { path, end };
    const [whole, quoted, literal, bare, dot] = found;
    path.push(quoted === undefined ? (literal ?? bare ?? '') : unquote(quoted));
    end += whole.length;
    if (dot === undefined) return { path, end };
  }
}

function textAt(value: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"|^'([^']*)'/u.exec(value);
  if (quoted === null) return (value.split('#', 1)[0] ?? '').trim();
  return quoted[1] === undefined ? (quoted[2] ?? '') : unquote(quoted[1]);
}

function unquote(text: string): string {
  const value = jsonIn(`"${text}"`);
  return typeof value === 'string' ? value : text; // JSON has fewer escapes.
}
