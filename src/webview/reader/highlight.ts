import type { Element, Text } from 'hast';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import graphql from 'highlight.js/lib/languages/graphql';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import less from 'highlight.js/lib/languages/less';
import lua from 'highlight.js/lib/languages/lua';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scss from 'highlight.js/lib/languages/scss';
import shell from 'highlight.js/lib/languages/shell';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';

const lowlight = createLowlight({
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  graphql,
  ini,
  java,
  javascript,
  json,
  kotlin,
  less,
  lua,
  makefile,
  markdown,
  php,
  powershell,
  python,
  ruby,
  rust,
  scss,
  shell,
  sql,
  swift,
  typescript,
  xml,
  yaml,
});

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

const byEnding: ReadonlyMap<string, string> = new Map([
  ['cjs', 'javascript'],
  ['mjs', 'javascript'],
  ['jsx', 'javascript'],
  ['cts', 'typescript'],
  ['mts', 'typescript'],
  ['tsx', 'typescript'],
  ['jsonl', 'json'],
  ['jsonc', 'json'],
  ['vue', 'xml'],
  ['svelte', 'xml'],
  ['svg', 'xml'],
  ['htm', 'xml'],
  ['zsh', 'bash'],
  ['ps1', 'powershell'],
  ['h', 'c'],
  ['hpp', 'cpp'],
  ['cc', 'cpp'],
  ['toml', 'ini'],
  ['conf', 'ini'],
  ['env', 'ini'],
  ['mk', 'makefile'],
]);

/** The language of a file by its name; empty where it is not known. */
export function languageOfPath(path: string): string {
  const name = path.split(/[\\/]/).at(-1)?.toLowerCase() ?? '';
  if (name === 'dockerfile' || name === 'makefile') return name;
  const ending = /\.([a-z0-9]+)$/.exec(name)?.[1] ?? '';
  const language = byEnding.get(ending) ?? ending;
  return lowlight.registered(language) ? language : '';
}
