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

/** Undefined for a language that is not known, and for what is too long. */
export function highlight(code: string, language: string): readonly CodeNode[] | undefined {
  if (code.length > maxLength || !lowlight.registered(language)) return undefined;
  try {
    const { children } = lowlight.highlight(language, code);
    return children.filter((child) => child.type === 'element' || child.type === 'text');
  } catch {
    return undefined; // A grammar that fails on some text shows it without colours.
  }
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
