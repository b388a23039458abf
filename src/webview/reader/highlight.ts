import type { Element, Text } from 'hast';
import { createLowlight } from 'lowlight';
import * as languages from './languages';

const lowlight = createLowlight({ ...languages });

/** A piece of code with the classes of what it is; its text is text. */
export type CodeNode = Element | Text;

/** Longer code is shown as it is. */
const maxLength = 60_000;
/** What of a code is left after so long is shown as it is, in ms. */
const budgetMs = 200;
/** Some texts take a grammar a time that grows with the square of their length. */
const pieceLength = 8_000;

/** Undefined for a language that is not known, and for what is too long. */
export function highlight(code: string, language: string): readonly CodeNode[] | undefined {
  if (code.length > maxLength || !lowlight.registered(language)) return undefined;
  const until = performance.now() + budgetMs;
  return piecesOf(code).flatMap((piece): readonly CodeNode[] =>
    performance.now() > until ? [plain(piece)] : colored(piece, language),
  );
}

function colored(code: string, language: string): readonly CodeNode[] {
  try {
    const { children } = lowlight.highlight(language, code);
    return children.filter((child) => child.type === 'element' || child.type === 'text');
  } catch {
    return [plain(code)]; // A grammar that fails on some text shows it without colours.
  }
}

function plain(value: string): Text {
  return { type: 'text', value };
}

/** Cut behind an empty line where there is one in the second half of a piece, else behind a line. */
export function piecesOf(code: string): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  while (code.length - from > pieceLength) {
    const most = from + pieceLength;
    const ends = [code.lastIndexOf('\n\n', most - 2) + 2, code.lastIndexOf('\n', most - 1) + 1];
    const end = ends.find((one) => one > from + pieceLength / 2) ?? most;
    pieces.push(code.slice(from, end));
    from = end;
  }
  return [...pieces, code.slice(from)];
}

/** Endings of files whose language has another name. */
const endings = {
  javascript: ['cjs', 'mjs', 'jsx'],
  typescript: ['cts', 'mts', 'tsx'],
  json: ['jsonl', 'jsonc'],
  xml: ['vue', 'svelte', 'svg', 'htm'],
  bash: ['zsh'],
  powershell: ['ps1'],
  c: ['h'],
  cpp: ['hpp', 'cc'],
  ini: ['toml', 'conf', 'env'],
  makefile: ['mk'],
};

/** The language of a file by its name; empty where it is not known. */
export function languageOfPath(path: string): string {
  const name = path.split(/[\\/]/).at(-1)?.toLowerCase() ?? '';
  if (name === 'dockerfile' || name === 'makefile') return name;
  const ending = /\.([a-z0-9]+)$/.exec(name)?.[1] ?? '';
  const [language = ending] =
    Object.entries(endings).find(([, known]) => known.includes(ending)) ?? [];
  return lowlight.registered(language) ? language : '';
}
