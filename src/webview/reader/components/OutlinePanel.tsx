import {
  CircleX,
  ClipboardList,
  FoldVertical,
  MessageCircleQuestion,
  TextQuote,
  X,
  type LucideIcon,
} from 'lucide-react';
import { memo } from 'react';
import type { OutlineEntry, OutlineKind } from '../../../shared/messages/outline';
import { keyOf } from '../../../shared/messages/readerItems';
import { formatTime } from '../../../shared/words/format';
import { message, t } from '../../../shared/words/l10n';
import { ToolButton } from '../../components/ToolButton';
import { useStore } from '../../store';
import { closeOutline } from '../keys';
import { useReader } from '../reader';

const kindLooks: Readonly<
  Record<OutlineKind, { readonly name: string; readonly Icon: LucideIcon }>
> = {
  prompt: { name: message('Prompt'), Icon: TextQuote },
  question: { name: message('Question'), Icon: MessageCircleQuestion },
  plan: { name: message('Plan'), Icon: ClipboardList },
  error: { name: message('Error'), Icon: CircleX },
  compaction: { name: message('Compaction'), Icon: FoldVertical },
};

/** Outline of the transcript, beside it, or above it on a narrow page. */
export function OutlinePanel() {
  const reader = useReader();
  const { open, entries, done, current } = useStore(reader.outline.state, (state) => state);
  if (!open) return null;
  const stop = Math.max(0, current);
  return (
    <nav className="outline" aria-label={t('Outline')} tabIndex={-1}>
      <div className="outline-top">
        <h2>{t('Outline')}</h2>
        <ToolButton name={t('Close')} Icon={X} onClick={() => closeOutline(reader)} />
      </div>
      {entries.length === 0 && (
        <p className="outline-none">{done ? t('Nothing to list yet.') : t('Looking…')}</p>
      )}
      <ol>
        {entries.map((entry, index) => (
          <Entry
            key={keyOf(entry)}
            entry={entry}
            isCurrent={index === current}
            isStop={index === stop}
          />
        ))}
      </ol>
    </nav>
  );
}

interface EntryProps {
  readonly entry: OutlineEntry;
  readonly isCurrent: boolean;
  /** True for the entry that is the tab stop. */
  readonly isStop: boolean;
}

const Entry = memo(function Entry({ entry, isCurrent, isStop }: EntryProps) {
  const reader = useReader();
  const { kind, text, time } = entry;
  const { name, Icon } = kindLooks[kind];
  return (
    <li className="outline-item">
      <button
        ref={isCurrent ? scrollIntoSight : undefined}
        type="button"
        className="outline-entry"
        data-kind={kind}
        aria-current={isCurrent ? 'location' : undefined}
        tabIndex={isStop ? 0 : -1}
        title={text}
        onClick={() => {
          reader.goTo(entry);
          if (coversTranscript()) closeOutline(reader);
        }}
      >
        <Icon className="icon" aria-hidden="true" />
        <span className="visually-hidden">{t(name)}</span>
        <bdi className="ellipsis">{text === '' ? t(name) : text}</bdi>
        {time !== undefined && (
          <time dateTime={new Date(time).toISOString()}>{formatTime(time)}</time>
        )}
      </button>
    </li>
  );
});

/** True if the page is so narrow that the outline covers the transcript. */
function coversTranscript(): boolean {
  return matchMedia('(width < 900px)').matches;
}

function scrollIntoSight(entry: HTMLElement | null): void {
  entry?.scrollIntoView({ block: 'nearest' });
}
