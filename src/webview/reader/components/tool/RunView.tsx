import { t } from '../../../../shared/words/l10n';
import type { RunRow } from '../../rows';
import { runText, type RunCall } from '../../runs';
import { useFold } from '../../reader';
import { Fold } from '../Fold';
import { RowFrame, type Attach } from '../RowFrame';
import { itemName, RowTools } from '../RowTools';
import { AllowedBy, AllowedInRun } from './AllowedBy';
import { ToolIcon, ToolLine } from './ToolRow';

/** Successive calls that only read or searched: one line, which expands to a line for each. */
export function RunView({ row, attach }: { readonly row: RunRow; readonly attach: Attach }) {
  const { key, calls, attached, takenBack } = row;
  const text = runText(row);
  const [isOpen] = useFold(key);
  const sidechain = calls[0]?.item.sidechain;
  return (
    <RowFrame
      name={key}
      kind="run"
      label={text}
      attached={attached}
      sidechain={sidechain}
      takenBack={takenBack}
      attach={attach}
    >
      {sidechain === true && <p className="sidechain-name">{t('Subagent')}</p>}
      <div className="row-body">
        <div className="tool">
          <Fold
            name={key}
            className="run"
            isHeading
            title={
              <span className="tool-heading">
                <ToolIcon name={calls[0]?.item.name ?? ''} />
                <span className="tool-title">{text}</span>
                <span className="run-names ellipsis">{namesOf(calls)}</span>
              </span>
            }
          >
            {calls.map((call) => (
              <article
                key={call.key}
                className="run-call"
                tabIndex={-1}
                data-item={call.key}
                aria-label={itemName(call.item)}
              >
                <ToolLine item={call.item} result={call.result} />
                <AllowedBy item={call.item} result={call.result} />
                <RowTools item={call.item} copies />
              </article>
            ))}
          </Fold>
          {!isOpen && <AllowedInRun calls={calls} />}
        </div>
      </div>
    </RowFrame>
  );
}

/** Names of the files read or the texts searched, without folders. */
function namesOf(calls: readonly RunCall[]): string {
  const names = calls.map(({ item }) =>
    item.path === undefined ? item.summary : (item.path.split(/[/\\]/u).at(-1) ?? item.path),
  );
  return [...new Set(names)].join(', ');
}
