import { memo, useCallback, type ReactNode } from 'react';
import { t } from '../../../shared/words/l10n';
import { useReader } from '../reader';
import type { ItemRow, ReaderRow } from '../rows';
import { MessageView } from './MessageView';
import { RowFrame, type Attach } from './RowFrame';
import { isCopyable, itemName, RowTools } from './RowTools';
import { RewoundBranchView } from './RewoundBranchView';
import { RunView } from './tool/RunView';
import { ResultRow, ToolRow } from './tool/ToolRow';

/**
 * A row of the list; its state is stored outside, because it is unmounted when scrolled out of
 * view.
 */
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
  if (row.kind === 'takenBack') return <RewoundBranchView row={row} attach={attach} />;
  if (row.kind === 'run') return <RunView row={row} attach={attach} />;
  return <ItemView row={row} attach={attach} />;
});

interface Props {
  readonly row: ItemRow;
  readonly attach: Attach;
}

function ItemView({ row, attach }: Props) {
  const { item, result, attached, takenBack, key } = row;
  return (
    <RowFrame
      name={key}
      item={key}
      kind={item.kind}
      label={itemName(item)}
      attached={attached}
      sidechain={item.sidechain}
      takenBack={takenBack}
      attach={attach}
    >
      {item.sidechain === true && <p className="sidechain-name">{t('Subagent')}</p>}
      <div className="row-body">{contentOf(row)}</div>
      <RowTools item={item} copies={isCopyable(item, result)} />
    </RowFrame>
  );
}

function contentOf({ item, result }: ItemRow): ReactNode {
  if (item.kind === 'tool') return <ToolRow item={item} result={result} />;
  if (item.kind === 'result') return <ResultRow item={item} />;
  return <MessageView item={item} />;
}
