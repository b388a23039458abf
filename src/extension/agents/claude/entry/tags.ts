import { additionNames, ownWords } from '../texts/ownWords';

/** The trimmed text of the first element with this name, up to its last closing tag. */
export function tagged(text: string, name: string): string | undefined {
  const open = text.indexOf(`<${name}>`);
  if (open < 0) return undefined;
  const start = open + name.length + 2;
  const end = text.lastIndexOf(`</${name}>`);
  return end >= start ? text.slice(start, end).trim() : undefined;
}

/** Elements that the client writes for a command and its output, with no text beside them. */
const commandNames: ReadonlySet<string> = new Set([
  'command-name',
  'command-message',
  'command-args',
  'skill-format',
  'bash-input',
  'bash-stdout',
  'bash-stderr',
  'local-command-stdout',
  'local-command-stderr',
  'local-command-caveat',
]);
const opened = /\s*<([a-z-]+)>/uy;

/**
 * Trimmed texts of the elements of a command and its output, by name; undefined if there is other
 * text beside them. In typed text, an output ends at its first closing tag, because only programs
 * print tags. In a text that was not typed, the client's additions for the model are ignored.
 */
export function commandElements(
  prompt: string,
  isTyped: boolean,
): ReadonlyMap<string, string> | undefined {
  const own = ownWords(prompt).trimEnd();
  if (!own.trimStart().startsWith('<')) return undefined;
  for (const text of isTyped ? [own] : [own, withoutAdditions(own)]) {
    const found = new Map<string, string>();
    if (readElements(text, 0, isTyped, found) && found.size > 0) return found;
  }
  return undefined;
}

function readElements(
  text: string,
  from: number,
  isTyped: boolean,
  found: Map<string, string>,
): boolean {
  if (from === text.length) return true;
  opened.lastIndex = from;
  const [open, name = ''] = opened.exec(text) ?? [];
  if (open === undefined || !commandNames.has(name) || found.has(name)) return false;
  const start = from + open.length;
  const closing = `</${name}>`;
  const first = text.indexOf(closing, start);
  if (first < 0) return false;
  const last = isTyped && name !== 'command-args' ? first : text.lastIndexOf(closing);
  for (const end of last === first ? [first] : [last, first]) {
    found.set(name, text.slice(start, end).trim());
    if (readElements(text, end + closing.length, isTyped, found)) return true;
    found.delete(name);
  }
  return false;
}

const element = /<([a-z_-]+)>/g;

/** Removes the client's additions for the model; a tag that is never closed stays. */
export function withoutAdditions(prompt: string): string {
  const text = ownWords(prompt);
  const remaining: string[] = [];
  const unclosed = new Set<string>();
  let from = 0;
  for (const { 0: open, 1: tag = '', index } of text.matchAll(element)) {
    if (!additionNames.has(tag) || index < from || unclosed.has(tag)) continue;
    const close = text.indexOf(`</${tag}>`, index + open.length);
    if (close < 0) {
      unclosed.add(tag);
      continue;
    }
    remaining.push(text.slice(from, index));
    from = close + open.length + 1;
  }
  return (from === 0 ? text : remaining.join('') + text.slice(from)).trim();
}
