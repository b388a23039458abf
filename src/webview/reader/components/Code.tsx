import { Check, Copy } from 'lucide-react';
import { memo, useMemo, useState, type ReactNode } from 'react';
import { t } from '../../../shared/words/l10n';
import { ToolButton } from '../../components/ToolButton';
import { highlight, type CodeNode } from '../highlight';
import { numbered } from '../../numbered';
import { Scroller } from './Scroller';

interface Props {
  readonly text: string;
  /** Name of the language for highlighting; empty for none. */
  readonly language: string;
}

const copiedMs = 1_500;

/** Highlighted code with a button to copy it. */
export const Code = memo(function Code({ text, language }: Props) {
  return (
    <div className="code">
      <CopyCode text={text} />
      <Scroller
        className="lines"
        aria-label={language === '' ? t('Code') : t('Code, {0}', language)}
      >
        <code>
          <Colored text={text} language={language} />
        </code>
      </Scroller>
    </div>
  );
});

/** Highlighted text; plain if the language is unknown. */
export function Colored({ text, language }: Props) {
  const nodes = useMemo(() => highlight(text, language), [text, language]);
  return nodes === undefined ? text : nodesOf(nodes);
}

function nodesOf(nodes: readonly CodeNode[]): ReactNode {
  return numbered(nodes).map(({ id, value: node }) => {
    if (node.type === 'text') return node.value;
    const { className } = node.properties;
    const children = node.children.filter(
      (child) => child.type === 'element' || child.type === 'text',
    );
    return (
      <span key={id} className={Array.isArray(className) ? className.join(' ') : undefined}>
        {nodesOf(children)}
      </span>
    );
  });
}

function CopyCode({ text }: { readonly text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), copiedMs);
  };
  return (
    <ToolButton
      className="copy-code"
      name={copied ? t('Copied') : t('Copy Code')}
      Icon={copied ? Check : Copy}
      title={t('Copy Code')}
      onClick={() => void copy()}
    />
  );
}
