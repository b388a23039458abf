import type { Element, Text } from 'hast';
import { createLowlight, type LanguageFn } from 'lowlight';

const lowlight = createLowlight();

/**
 * Registers the languages that the page's bundle contains; must be called before anything is
 * highlighted.
 */
export function registerLanguages(languages: Readonly<Record<string, LanguageFn>>): void {
  lowlight.register({ ...languages });
}

/** Highlighted code; its text is never parsed as HTML. */
export type CodeNode = Element | Text;

/** Code longer than this is not highlighted, in characters. */
const maxLength = 60_000;
/** Time limit for highlighting in ms; the remaining text stays plain. */
const budgetMs = 200;
/**
 * Length of the parts that are highlighted separately, because some grammars take quadratic time.
 */
const pieceLength = 8_000;

/** Highlights code; undefined for an unknown language and for long code. */
export function highlight(code: string, language: string): readonly CodeNode[] | undefined {
  if (code.length > maxLength || !lowlight.registered(language)) return undefined;
  const deadlineMs = performance.now() + budgetMs;
  return splitCode(code).flatMap((piece): readonly CodeNode[] =>
    performance.now() > deadlineMs ? [plainNode(piece)] : highlightPiece(piece, language),
  );
}

function highlightPiece(code: string, language: string): readonly CodeNode[] {
  try {
    const { children } = lowlight.highlight(language, code);
    return children.filter((child) => child.type === 'element' || child.type === 'text');
  } catch {
    return [plainNode(code)]; // A grammar that throws leaves its text plain.
  }
}

function plainNode(value: string): Text {
  return { type: 'text', value };
}

/** Splits code after an empty line in the second half of a part, otherwise after a line. */
export function splitCode(code: string): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  while (code.length - from > pieceLength) {
    const limit = from + pieceLength;
    const possibleEnds = [
      code.lastIndexOf('\n\n', limit - 2) + 2,
      code.lastIndexOf('\n', limit - 1) + 1,
    ];
    const end = possibleEnds.find((one) => one > from + pieceLength / 2) ?? limit;
    pieces.push(code.slice(from, end));
    from = end;
  }
  return [...pieces, code.slice(from)];
}

/** File extensions by language, if they differ from its name. */
const extensions = {
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

/** Language of a file by its name; empty if unknown. */
export function languageOfPath(path: string): string {
  const name = path.split(/[\\/]/).at(-1)?.toLowerCase() ?? '';
  if (name === 'dockerfile' || name === 'makefile') return name;
  const extension = /\.([a-z0-9]+)$/.exec(name)?.[1] ?? '';
  const [language = extension] =
    Object.entries(extensions).find(([, known]) => known.includes(extension)) ?? [];
  return lowlight.registered(language) ? language : '';
}
