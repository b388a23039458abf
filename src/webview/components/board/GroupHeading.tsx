import { groupHeadings } from '../../../shared/presentation';
import type { AgentStateGroup } from '../../../shared/protocol/protocol';
import { t } from '../../../shared/words/l10n';
import { countBlocked, countIn } from '../../layout/arrange';
import { useBoard } from '../../page';

interface Props {
  readonly group: AgentStateGroup;
  readonly id: string;
  readonly className: string;
}

/** Name and count of a group, and how many of its sessions are blocked on a person. */
export function GroupHeading({ group, id, className }: Props) {
  const count = useBoard((state) => countIn(state, group));
  const blocked = useBoard(({ columns, sessions }) => countBlocked(columns[group], sessions));
  return (
    <h2 id={id} className={className}>
      {groupHeadings[group]()}{' '}
      <span className="count" data-urgent={blocked > 0}>
        {count}
      </span>
      {blocked > 0 && blocked < count && (
        <span className="blocked-count"> {t('{0} blocked', blocked)}</span>
      )}
    </h2>
  );
}
