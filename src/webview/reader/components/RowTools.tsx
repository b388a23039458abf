import { Copy } from 'lucide-react';
import { formatTime } from '../../../shared/words/format';
import { message, t } from '../../../shared/words/l10n';
import type { ReaderItem } from '../../../shared/messages/readerItems';
import { ToolButton } from '../../components/ToolButton';
import { useReader } from '../reader';

/** Time of an item and a button to copy it, shown on hover and focus. */
export function RowTools({
  item,
  copies,
}: {
  readonly item: ReaderItem;
  readonly copies: boolean;
}) {
  const reader = useReader();
  return (
    <div className="row-tools">
      {item.time !== undefined && (
        <time dateTime={new Date(item.time).toISOString()}>{formatTime(item.time, 'seconds')}</time>
      )}
      {copies && reader.host.hasNoEditor !== true && (
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

/** Items that contain only the client's text, which is not offered for copying. */
const clientKinds: ReadonlySet<ReaderItem['kind']> = new Set<ReaderItem['kind']>([
  'interrupt',
  'turnEnd',
  'compaction',
  'unreadable',
]);

export function isCopyable({ kind }: ReaderItem, result: unknown): boolean {
  return !clientKinds.has(kind) && (kind !== 'result' || result === undefined);
}

const names: Readonly<Record<string, string>> = {
  prompt: message('You'),
  queued: message('Queued prompt'),
  command: message('Command'),
  commandOutput: message('Output of the command'),
  thinking: message('Thinking'),
  result: message('Result'),
  apiError: message('Error'),
  summary: message('Summary'),
};

/** Name of an item for screen readers. */
export function itemName(item: ReaderItem): string {
  if (item.kind === 'text') return item.by;
  if (item.kind === 'tool') return `${item.title} ${item.summary}`.slice(0, 120);
  return t(names[item.kind] ?? message('Note'));
}
