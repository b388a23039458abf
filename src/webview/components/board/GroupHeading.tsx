import { groupHeadings } from '../../../shared/presentation';
import type { AgentStateGroup } from '../../../shared/protocol/protocol';
import { countIn, hasBlocked } from '../../layout/arrange';
import { useBoard } from '../../page';

interface Props {
  readonly group: AgentStateGroup;
  readonly id: string;
  readonly className: string;
}

/** Name and count of a group; the count stands out while a session is blocked on a person. */
export function GroupHeading({ group, id, className }: Props) {
  const count = useBoard((state) => countIn(state.columns, group));
  const urgent = useBoard(({ columns, sessions }) => hasBlocked(columns[group], sessions));
  return (
    <h2 id={id} className={className}>
      {groupHeadings[group]()}{' '}
      <span className="count" data-urgent={urgent}>
        {count}
      </span>
    </h2>
  );
}
