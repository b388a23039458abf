import { memo, useDeferredValue } from 'react';
import { groupHeadings } from '../../shared/presentation';
import type { AgentStateGroup } from '../../shared/protocol';
import { useBoard, usePage, useView } from '../page';
import { pageSizes } from '../view';
import { Card } from './Card';
import { EmptyGroup } from './EmptyGroup';
import { panelId, tabId } from './GroupTabs';

/** So many cards fill every screen; the rest of a long column follows right after the first paint. */
const firstPaintCards = 30;

interface Props {
  readonly group: AgentStateGroup;
  /** True where a tab names the group. */
  readonly tabbed: boolean;
}

export const Column = memo(function Column({ group, tabbed }: Props) {
  const ids = useBoard((state) => state.columns[group]);
  const headingId = `heading-${group}`;
  const role = tabbed
    ? { role: 'tabpanel', id: panelId(group), 'aria-labelledby': tabId(group) }
    : { 'aria-labelledby': headingId };
  return (
    <section className="column" data-group={group} {...role}>
      <h2 id={headingId} className={tabbed ? 'visually-hidden' : 'column-heading'}>
        {groupHeadings[group]} <span className="count">{ids.length}</span>
      </h2>
      {ids.length === 0 ? <EmptyGroup group={group} /> : <Cards group={group} ids={ids} />}
    </section>
  );
});

function Cards({
  group,
  ids,
}: {
  readonly group: AgentStateGroup;
  readonly ids: readonly string[];
}) {
  const limit = useView((state) => state.shown[group]);
  const stop = useView((state) => state.stops[group]);
  const painted = useDeferredValue(true, false);
  const { view } = usePage();
  const shown = ids.slice(0, painted ? limit : Math.min(limit, firstPaintCards));
  const stopId = stop !== undefined && shown.includes(stop) ? stop : shown[0];
  const hidden = ids.length - Math.min(ids.length, limit);
  return (
    <div className="column-scroll">
      <ul className="cards" aria-label={groupHeadings[group]}>
        {shown.map((id) => (
          <Card key={id} sessionId={id} isStop={id === stopId} />
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" className="quiet more" onClick={() => view.showMore(group)}>
          {`Show ${Math.min(hidden, pageSizes[group])} more`}
        </button>
      )}
    </div>
  );
}
