import { readyText } from '../../../shared/board/needsYou';
import { groupHeadings } from '../../../shared/presentation';
import type { AgentStateGroup } from '../../../shared/protocol/protocol';
import { countIn, shownNeedsYouCounts } from '../../layout/arrange';
import { useBoard } from '../../page';

interface Props {
  readonly group: AgentStateGroup;
  readonly id: string;
  readonly className: string;
}

/** Name and count of a group; for Needs You the number of blocked sessions, then of ready ones. */
export function GroupHeading({ group, id, className }: Props) {
  return (
    <h2 id={id} className={className}>
      {groupHeadings[group]()}{' '}
      {group === 'needs_you' ? <NeedsYouCount /> : <GroupCount group={group} />}
    </h2>
  );
}

function GroupCount({ group }: Pick<Props, 'group'>) {
  const count = useBoard((state) => countIn(state, group));
  return <span className="count lined small muted regular digits centered">{count}</span>;
}

function NeedsYouCount() {
  const blocked = useBoard((state) => shownNeedsYouCounts(state).blocked);
  const ready = useBoard((state) => shownNeedsYouCounts(state).ready);
  return (
    <>
      <span className="count lined small muted regular digits centered" data-urgent={blocked > 0}>
        {blocked}
      </span>
      {ready > 0 && (
        <span className="ready-count small muted regular one-line"> · {readyText(ready)}</span>
      )}
    </>
  );
}
