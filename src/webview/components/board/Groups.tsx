import { groupOrder } from '../../../shared/presentation';
import type { AgentStateGroup } from '../../../shared/protocol/protocol';
import { isShownEmpty, isEmptyIn } from '../../layout/arrange';
import { useBoard } from '../../page';
import { RowArrivals } from './Arrivals';
import { AllSessions, GroupCards } from './CardList';
import { useEmptyText } from './EmptyGroup';
import { GroupHeading } from './GroupHeading';

/** The groups below each other in one scroll area, for list and grid. */
export function Groups() {
  return (
    <div className="groups shrinks-down sized scrolls">
      <RowArrivals />
      {groupOrder.map((group) => (
        <Group key={group} group={group} />
      ))}
    </div>
  );
}

function Group({ group }: { readonly group: AgentStateGroup }) {
  const hasNone = useBoard(({ rendered }) => isEmptyIn(rendered, group));
  const isEmpty = useBoard((state) => isShownEmpty(state, group));
  const emptyText = useEmptyText(group);
  const headingId = `heading-${group}`;
  return (
    <section className="group" data-group={group} aria-labelledby={headingId}>
      <GroupHeading
        group={group}
        id={headingId}
        className="group-heading across gap-8 on-page bright bold"
      />
      {hasNone ? (
        <>
          <p className="group-empty muted" data-clear={isEmpty}>
            {emptyText}
          </p>
          <AllSessions group={group} />
        </>
      ) : (
        <GroupCards group={group} />
      )}
    </section>
  );
}
