import { memo } from 'react';
import type { AgentStateGroup } from '../../../shared/protocol/protocol';
import { countIn } from '../../layout/arrange';
import { useBoard } from '../../page';
import { AllSessions, GroupCards } from './CardList';
import { EmptyGroup } from './EmptyGroup';
import { GroupHeading } from './GroupHeading';
import { panelId, tabId } from './GroupTabs';

interface Props {
  readonly group: AgentStateGroup;
  /** True where a tab is the heading of the group. */
  readonly tabbed: boolean;
}

/** A group as a column with its own scroll position. */
export const Column = memo(function Column({ group, tabbed }: Props) {
  const empty = useBoard((state) => countIn(state.columns, group) === 0);
  const headingId = `heading-${group}`;
  const role = tabbed
    ? { role: 'tabpanel', id: panelId(group), 'aria-labelledby': tabId(group) }
    : { 'aria-labelledby': headingId };
  return (
    <section className="column" data-group={group} {...role}>
      <GroupHeading
        group={group}
        id={headingId}
        className={tabbed ? 'visually-hidden' : 'column-heading'}
      />
      {empty ? (
        <>
          <EmptyGroup group={group} />
          <AllSessions group={group} />
        </>
      ) : (
        <div className="column-scroll">
          <GroupCards group={group} />
        </div>
      )}
    </section>
  );
});
