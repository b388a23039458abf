import {
  Bot,
  Check,
  CircleSlash,
  ClipboardList,
  FilePen,
  FileText,
  Globe,
  ListTodo,
  LoaderCircle,
  MessageCircleQuestion,
  Search,
  SquareTerminal,
  Wrench,
  X,
  type LucideIcon,
} from 'lucide-react';
import { createElement } from 'react';
import type { ToolKind } from '../../../../shared/agents/tool';
import { isSubagentTool, toolKind } from '../../../../shared/agents/tools';
import { message, t } from '../../../../shared/words/l10n';
import { type ItemOf, keyOf, type CallOutcome } from '../../../../shared/messages/readerItems';
import { useReader } from '../../reader';
import type { RunCall } from '../../runs';
import { Fold } from '../Fold';
import { AllowedBy } from './AllowedBy';
import { ResultBody } from './ResultBody';
import { ToolBody } from './ToolBody';

interface Props {
  readonly item: ItemOf<'tool'>;
  readonly result: ItemOf<'result'> | undefined;
}

const icons: Readonly<Partial<Record<ToolKind, LucideIcon>>> = {
  shell: SquareTerminal,
  read: FileText,
  write: FilePen,
  edit: FilePen,
  editNotebook: FilePen,
  search: Search,
  find: Search,
  fetch: Globe,
  searchWeb: Globe,
  subagent: Bot,
  todos: ListTodo,
  question: MessageCircleQuestion,
  plan: ClipboardList,
};

/** Contents that are expanded at first, because people read transcripts for them. */
const openAtFirst = new Set(['edits', 'questions', 'todos']);

/** A tool call with its result: the call on one line, the rest below. */
export function ToolRow({ item, result }: Props) {
  const key = keyOf(item);
  const isPlan = item.body.type === 'markdown' && item.body.isPlan;
  const isOneLine = item.body.type === 'command' && item.body.text.text === item.summary;
  const hasBody = item.body.type !== 'none' && !isOneLine;
  const heading = <Heading item={item} />;
  return (
    <div className="tool" data-outcome={result?.outcome ?? 'open'}>
      <div className="tool-call">
        {hasBody ? (
          <Fold
            name={key}
            openAtFirst={openAtFirst.has(item.body.type) || isPlan}
            className="tool-fold"
            isHeading
            title={heading}
          >
            <ToolBody item={item} result={result} />
          </Fold>
        ) : (
          <h2 className="fold-title">{heading}</h2>
        )}
      </div>
      <SubagentLink item={item} result={result} />
      <AllowedBy item={item} result={result} />
      <Result item={item} result={result} />
    </div>
  );
}

/** A call and its result on one line, which expands to both. */
export function ToolLine({ item, result }: Pick<RunCall, 'item' | 'result'>) {
  const { text, summary } = result;
  const title = (
    <>
      <Heading item={item} />
      <OutcomeText result={result} />
    </>
  );
  if (item.body.type === 'none' && (text.text === '' || text.text === summary)) {
    return <div className="fold-title">{title}</div>;
  }
  return (
    <Fold name={keyOf(item)} className="tool-fold" title={title}>
      {item.body.type !== 'none' && <ToolBody item={item} result={result} />}
      <ResultBody result={result} isMarkdown={false} />
    </Fold>
  );
}

function Heading({ item }: { readonly item: ItemOf<'tool'> }) {
  return (
    <span className="tool-heading">
      <ToolIcon name={item.name} />
      <span className="tool-title">{item.title}</span>
      <span className="tool-summary ellipsis" data-code={item.body.type === 'command' || undefined}>
        {item.summary}
      </span>
    </span>
  );
}

export function ToolIcon({ name }: { readonly name: string }) {
  return createElement(icons[toolKind(name)] ?? Wrench, {
    className: 'icon tool-icon',
    'aria-hidden': true,
  });
}

/** Result on one line, which expands to all of it. */
function Result({ item, result }: Props) {
  if (result === undefined) {
    return (
      <p className="outcome" data-outcome="open">
        <LoaderCircle className="icon" aria-hidden="true" /> {t('No result yet')}
      </p>
    );
  }
  const { outcome, text, pictures, summary, hunks } = result;
  const isShownByCall = hunks !== undefined || (text.text === '' && item.body.type === 'todos');
  // The call already shows the result.
  if (outcome === 'done' && pictures === 0 && isShownByCall) return null;
  const isReport = isSubagentTool(item.name);
  if (pictures === 0 && !isReport && (text.text === '' || text.text === summary)) {
    return (
      <div className="fold-title result-line">
        <OutcomeText result={result} />
      </div>
    );
  }
  return (
    <Fold
      name={keyOf(result)}
      openAtFirst={outcome === 'failed' || pictures > 0}
      className="result"
      title={<OutcomeText result={result} />}
    >
      <ResultBody result={result} isMarkdown={isReport} />
    </Fold>
  );
}

/** A result whose call is not in the file, or not loaded yet. */
export function ResultRow({ item }: { readonly item: ItemOf<'result'> }) {
  return (
    <div className="tool" data-outcome={item.outcome}>
      <h2 className="visually-hidden">{t('Result')}</h2>
      <Fold name={keyOf(item)} className="result" title={<OutcomeText result={item} />}>
        <ResultBody result={item} isMarkdown={false} />
      </Fold>
    </div>
  );
}

/** Refused and stopped calls need no label, because their summary names the outcome. */
const outcomes: Readonly<
  Record<CallOutcome, { readonly Icon: LucideIcon; readonly label: string }>
> = {
  done: { Icon: Check, label: '' },
  failed: { Icon: X, label: message('Failed') },
  refused: { Icon: CircleSlash, label: '' },
  stopped: { Icon: CircleSlash, label: '' },
};

function OutcomeText({ result }: { readonly result: ItemOf<'result'> }) {
  const { Icon, label } = outcomes[result.outcome];
  return (
    <span className="outcome" data-outcome={result.outcome}>
      <Icon className="icon" aria-hidden="true" />
      {label !== '' && <strong>{t(label)}</strong>}
      <span className="ellipsis">{result.summary}</span>
    </span>
  );
}

function SubagentLink({ item, result }: Props) {
  const { host } = useReader();
  const agentId = result?.agentId;
  if (agentId === undefined || !isSubagentTool(item.name)) return null;
  return (
    <button
      type="button"
      className="quiet subagent-link"
      onClick={() => host.post({ type: 'openSubagent', agentId })}
    >
      <Bot className="icon" aria-hidden="true" /> {t('Open Subagent’s Transcript')}
    </button>
  );
}
