import MarkdownIt, { type Token } from 'markdown-it';

/** A node of parsed Markdown; a leaf has text. */
export interface MarkdownNode {
  readonly token: Token;
  readonly children: readonly MarkdownNode[];
}

// Raw HTML is shown as text. Links are only parsed; the components decide how to show them.
const proseParser = new MarkdownIt({ html: false, linkify: true, breaks: false });
const typedTextParser = new MarkdownIt({ html: false, linkify: true, breaks: true });
for (const parser of [proseParser, typedTextParser]) parser.validateLink = () => true;

/** Text longer than this stays plain, in characters. */
const maxLength = 200_000;

/** Parses Markdown; undefined for text that would take too long while scrolling. */
export function parseMarkdown(
  text: string,
  lineBreaks: boolean,
): readonly MarkdownNode[] | undefined {
  if (text.length > maxLength) return undefined;
  return treeOf((lineBreaks ? typedTextParser : proseParser).parse(text, {}));
}

function treeOf(tokens: readonly Token[]): readonly MarkdownNode[] {
  const root: MarkdownNode[] = [];
  const open: MarkdownNode[][] = [root];
  for (const token of tokens) {
    if (token.nesting < 0) {
      if (open.length > 1) open.pop();
      continue;
    }
    const children: MarkdownNode[] =
      token.type === 'inline' ? [...treeOf(token.children ?? [])] : [];
    open.at(-1)?.push({ token, children });
    if (token.nesting > 0) open.push(children);
  }
  return root;
}
