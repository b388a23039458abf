import { createElement, memo, useMemo, type ReactNode } from 'react';
import { t } from '../../../shared/words/l10n';
import { parseMarkdown, type MarkdownNode } from '../markdown';
import { numbered } from '../../numbered';
import { Code } from './Code';
import { Link } from './Link';
import { Scroller } from './Scroller';

interface Props {
  readonly text: string;
  /** Keeps single line breaks, for text that a person typed. */
  readonly lineBreaks?: boolean;
}

/** Untrusted Markdown as elements: HTML stays text, and nothing is loaded. */
export const Markdown = memo(function Markdown({ text, lineBreaks = false }: Props) {
  const nodes = useMemo(() => parseMarkdown(text, lineBreaks), [text, lineBreaks]);
  if (nodes === undefined) return <p className="plain">{text}</p>;
  return <div className="markdown">{childrenOf(nodes)}</div>;
});

function childrenOf(nodes: readonly MarkdownNode[]): ReactNode {
  return numbered(nodes).map(({ id, value }) => <Node key={id} node={value} />);
}

function Node({ node }: { readonly node: MarkdownNode }): ReactNode {
  const { token, children } = node;
  switch (token.type) {
    case 'inline':
      return childrenOf(children);
    case 'text':
    case 'html_block':
    case 'html_inline':
      return token.content;
    case 'softbreak':
      return '\n';
    case 'hardbreak':
      return <br />;
    case 'code_inline':
      return <code>{token.content}</code>;
    case 'fence':
    case 'code_block':
      return <Code text={token.content.replace(/\n$/, '')} language={languageOf(token.info)} />;
    case 'paragraph_open':
      return token.hidden ? childrenOf(children) : <p dir="auto">{childrenOf(children)}</p>;
    case 'heading_open':
      // All headings have one level, because a transcript's rows already use the levels above.
      return (
        <h3 className="markdown-heading" dir="auto" data-level={token.tag.slice(1)}>
          {childrenOf(children)}
        </h3>
      );
    case 'ordered_list_open':
      return <ol start={Number(token.attrGet('start') ?? 1)}>{childrenOf(children)}</ol>;
    case 'list_item_open':
      return <li dir="auto">{childrenOf(children)}</li>;
    case 'hr':
      return <hr />;
    case 'link_open':
      return <Link href={String(token.attrGet('href') ?? '')}>{childrenOf(children)}</Link>;
    case 'image':
      return <Link href={String(token.attrGet('src') ?? '')}>{token.content || t('Picture')}</Link>;
    case 'table_open':
      return (
        <Scroller className="table-frame" aria-label={t('Table')}>
          <table>{childrenOf(children)}</table>
        </Scroller>
      );
    default:
      if (plainTags.has(token.tag)) return createElement(token.tag, null, childrenOf(children));
      return token.content === '' ? childrenOf(children) : token.content;
  }
}

/** Tags that are rendered as they are, without attributes. */
const plainTags: ReadonlySet<string> = new Set(
  'ul blockquote strong em s thead tbody tr th td'.split(' '),
);

/** Language of a code block: the first word of its info string, such as `ts {1,3}`. */
function languageOf(info: string): string {
  return /^[\w+#-]+/.exec(info)?.[0].toLowerCase() ?? '';
}
