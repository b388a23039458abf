import { Copy } from 'lucide-react';
import { memo, useCallback, type ReactNode } from 'react';
import { language, message, t } from '../../../shared/words/l10n';
import { ToolButton } from '../../components/ToolButton';
import type { ReaderItem } from '../../../shared/messages/readerItems';
import { useStore } from '../../store';
import { useReader } from '../reader';
import type { ItemRow, ReaderRow } from '../rows';
import { Piece } from './Piece';
import { ResultRow, ToolRow } from './ToolRow';

/** A row of the list; its state is kept outside, as it is removed when scrolled away. */
export const RowView = memo(function RowView({ row }: { readonly row: ReaderRow }) {
  const { transcript } = useReader();
  const attach = useCallback(
    (element: HTMLElement | null) =>
      element === null ? undefined : transcript.list.attachRow(row.key, element),
    [transcript, row.key],
  );
  if (row.kind === 'day') {
    return (
      <div className="row day" ref={attach} data-row={row.key}>
        <span>{row.text}</span>
      </div>
    );
  }
  return <ItemView row={row} attach={attach} />;
});

interface Props {
  readonly row: ItemRow;
  readonly attach: (element: HTMLElement | null) => (() => void) | undefined;
}

function ItemView({ row, attach }: Props) {
  const { transcript } = useReader();
  const { item, result, attached, key } = row;
  const isTarget = useStore(transcript.target, (target) => target === key);
  return (
    <article
      className="row"
      ref={attach}
      tabIndex={-1}
      data-row={key}
      data-kind={item.kind}
      data-attached={attached || undefined}
      data-sidechain={item.sidechain}
      data-target={isTarget || undefined}
      aria-label={nameOf(item)}
    >
      {item.sidechain === true && <p className="sidechain-name">{t('Subagent')}</p>}
      <div className="row-body">{contentOf(row)}</div>
      <Tools item={item} copies={copiesOf(item, result)} />
    </article>
  );
}

function contentOf({ item, result }: ItemRow): ReactNode {
  if (item.kind === 'tool') return <ToolRow item={item} result={result} />;
  if (item.kind === 'result') return <ResultRow item={item} />;
  return <Piece item={item} />;
}

/** Time of an item and a button to copy it, shown on hover and focus. */
function Tools({ item, copies }: { readonly item: ReaderItem; readonly copies: boolean }) {
  const reader = useReader();
  return (
    <div className="row-tools">
      {item.time !== undefined && (
        <time dateTime={new Date(item.time).toISOString()}>{timeText(item.time)}</time>
      )}
      {copies && (
        <ToolButton
          name={t('Copy')}
          Icon={Copy}
          title={t('Copy (C)')}
          onClick={() => reader.copy(item)}
        />
      )}
    </div>
  );
}

let clock: Intl.DateTimeFormat | undefined;

function timeText(time: number): string {
  clock ??= new Intl.DateTimeFormat(language(), {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return clock.format(time);
}

/** Items with only words of the client: there is nothing to copy. */
const wordOfClient: ReadonlySet<ReaderItem['kind']> = new Set<ReaderItem['kind']>([
  'interrupt',
  'turnEnd',
  'compaction',
  'unreadable',
]);

function copiesOf({ kind }: ReaderItem, result: unknown): boolean {
  return !wordOfClient.has(kind) && (kind !== 'result' || result === undefined);
}

const names: Readonly<Record<string, string>> = {
  prompt: message('You'),
  command: message('Command'),
  commandOutput: message('Output of the command'),
  text: message('Claude'),
  thinking: message('Thinking'),
  result: message('Result'),
  apiError: message('Error'),
  summary: message('Summary'),
};

function nameOf(item: ReaderItem): string {
  if (item.kind === 'tool') return `${item.title} ${item.summary}`.slice(0, 120);
  return t(names[item.kind] ?? message('Note'));
}
