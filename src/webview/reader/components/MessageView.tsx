import {
  AlertTriangle,
  Bell,
  Brain,
  Clock,
  FileWarning,
  Hand,
  Info,
  Shrink,
  SquareChevronRight,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { message, t } from '../../../shared/words/l10n';
import { keyOf, type ItemOf, type ReaderItem } from '../../../shared/messages/readerItems';
import { unreadPromptText } from '../../../shared/words/unreadPromptText';
import { Fold } from './Fold';
import { Markdown } from './Markdown';
import { LongText, Output, LoadRest } from './tool/Output';
import { PictureList } from './PictureList';

type MessageItem = Exclude<ReaderItem, { kind: 'tool' | 'result' }>;

/** A message, or a note of the client. */
export function MessageView({ item }: { readonly item: MessageItem }) {
  const key = keyOf(item);
  switch (item.kind) {
    case 'prompt':
      return (
        <Prompt item={item} note={item.queued ? t('queued') : undefined}>
          <PictureList place={item} count={item.pictures} />
        </Prompt>
      );
    case 'queued':
      return <Prompt item={item} note={t(unreadPromptText)} />;
    case 'command':
      return (
        <div className="prompt">
          <h2 className="speaker">
            <SquareChevronRight className="icon" aria-hidden="true" /> {t('Command')}
          </h2>
          <pre className="typed">
            <strong>{item.name}</strong> {item.text.text}
          </pre>
          <LoadRest text={item.text} place={item} />
        </div>
      );
    case 'commandOutput':
      return (
        <div className="command-output" data-error={item.isError || undefined}>
          {item.isError && <p className="error-word">{t('Error')}</p>}
          <Output text={item.text} place={item} name={key} label={t('Output of the command')} />
        </div>
      );
    case 'text':
      return (
        <>
          <h2 className="visually-hidden">{item.by}</h2>
          <Markdown text={item.text.text} />
          <LoadRest text={item.text} place={item} />
        </>
      );
    case 'thinking':
    case 'summary': {
      const { Icon, title } = folded[item.kind];
      const heading = (
        <>
          <Icon className="icon" aria-hidden="true" />
          <span className="folded-name">{t(title)}</span>
          <span className="ellipsis hint">{firstWords(item.text.text)}</span>
        </>
      );
      return <Folded item={item} title={heading} />;
    }
    case 'notification':
      return <Notification item={item} />;
    case 'interrupt':
      return <Note Icon={Hand} kind="interrupt" text={t('Interrupted')} />;
    case 'apiError':
      return (
        <div className="error">
          <h2 className="speaker">
            <AlertTriangle className="icon" aria-hidden="true" /> {t('Error')}
          </h2>
          <p className="plain">{item.text.text}</p>
          <LoadRest text={item.text} place={item} />
        </div>
      );
    case 'compaction':
      return (
        <div className="compaction">
          <Shrink className="icon" aria-hidden="true" /> {item.text}
        </div>
      );
    case 'notice':
      return (
        <LongText text={item.text} place={item} name={key}>
          {(shown) => <Note Icon={Info} kind="notice" text={shown} />}
        </LongText>
      );
    case 'turnEnd':
      return <Note Icon={Clock} kind="turn-end" text={item.text} />;
    case 'unreadable':
      return <Note Icon={FileWarning} kind="unreadable" text={item.text} />;
  }
}

const folded = {
  thinking: { Icon: Brain, title: message('Thinking') },
  summary: { Icon: Shrink, title: message('Summary of the conversation so far') },
};

interface PromptProps {
  readonly item: ItemOf<'prompt' | 'queued'>;
  /** Text that is shown after the author. */
  readonly note: string | undefined;
  readonly children?: ReactNode;
}

function Prompt({ item, note, children }: PromptProps) {
  return (
    <div className="prompt" data-unread={item.kind === 'queued' || undefined}>
      <h2 className="speaker">
        {t('You')}
        {note !== undefined && <span className="muted"> · {note}</span>}
      </h2>
      {item.text.text !== '' && <Markdown text={item.text.text} lineBreaks />}
      <LoadRest text={item.text} place={item} />
      {children}
    </div>
  );
}

function Notification({ item }: { readonly item: ItemOf<'notification'> }) {
  const Icon = item.failed ? AlertTriangle : Bell;
  const title = (
    <>
      <Icon className="icon" aria-hidden="true" />
      <span className="ellipsis">
        {item.failed && <strong>{t('Failed')}: </strong>}
        {item.summary}
      </span>
    </>
  );
  if (item.text.text === '') {
    return (
      <p className="note" data-kind={item.failed ? 'failed' : 'notification'}>
        {title}
      </p>
    );
  }
  return <Folded item={item} title={title} />;
}

interface FoldedProps {
  readonly item: ItemOf<'thinking' | 'summary' | 'notification'>;
  readonly title: ReactNode;
}

function Folded({ item, title }: FoldedProps) {
  return (
    <Fold name={keyOf(item)} className="folded" isHeading title={title}>
      <Markdown text={item.text.text} />
      <LoadRest text={item.text} place={item} />
    </Fold>
  );
}

interface NoteProps {
  readonly Icon: LucideIcon;
  readonly kind: string;
  readonly text: string;
}

function Note({ Icon, kind, text }: NoteProps) {
  return (
    <p className="note" data-kind={kind}>
      <Icon className="icon" aria-hidden="true" />
      <span>{text}</span>
    </p>
  );
}

/** The beginning of a text, without the marks of words in bold. */
function firstWords(text: string): string {
  const start = text.slice(0, 400).replace(/\s+/g, ' ');
  return start.replace(/\*\*([^*]+)\*\*/g, '$1').slice(0, 160);
}
