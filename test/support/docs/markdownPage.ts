import MarkdownIt, { type Token } from 'markdown-it';

/** Links, pictures and anchors of a page of the docs. */
export interface MarkdownPage {
  readonly links: readonly string[];
  readonly pictures: readonly { readonly source: string; readonly alt: string }[];
  /** Anchors of its headings, as GitHub and the editor's preview make them. */
  readonly anchors: ReadonlySet<string>;
}

const markdown = new MarkdownIt();

export function parsePage(text: string): MarkdownPage {
  const tokens = markdown.parse(text, {});
  const inline = tokens.flatMap(({ children }) => children ?? []);
  const headings = tokens.flatMap(({ type }, at) => {
    const children = type === 'heading_open' ? (tokens[at + 1]?.children ?? []) : undefined;
    return children === undefined ? [] : [children.map(({ content }) => content).join('')];
  });
  return {
    links: inline.flatMap((token) => attribute(token, 'href') ?? []),
    pictures: inline
      .filter(({ type }) => type === 'image')
      .map((token) => ({ source: attribute(token, 'src') ?? '', alt: token.content })),
    anchors: anchorsOf(headings),
  };
}

function attribute(token: Token, name: string): string | undefined {
  const value = token.attrGet(name);
  return value === null ? undefined : String(value);
}

/** A repeated heading gets a number. */
function anchorsOf(headings: readonly string[]): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const heading of headings) {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${String(count)}`;
    anchors.add(anchor);
  }
  return anchors;
}
