import { memo, useDeferredValue } from 'react';
import { groupHeadings } from '../../shared/presentation';
import type { AgentStateGroup } from '../../shared/protocol';
import { countIn, type Section } from '../arrange';
import { useBoard, usePage, useView } from '../page';
import { pageSizes } from '../view';
import { Card } from './Card';
import { Disclosed } from './Disclosed';
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
  const count = useBoard((state) => countIn(state.columns, group));
  const headingId = `heading-${group}`;
  const role = tabbed
    ? { role: 'tabpanel', id: panelId(group), 'aria-labelledby': tabId(group) }
    : { 'aria-labelledby': headingId };
  return (
    <section className="column" data-group={group} {...role}>
      <h2 id={headingId} className={tabbed ? 'visually-hidden' : 'column-heading'}>
        {groupHeadings[group]} <span className="count">{count}</span>
      </h2>
      {count === 0 ? <EmptyGroup group={group} /> : <Cards group={group} />}
    </section>
  );
});

function Cards({ group }: { readonly group: AgentStateGroup }) {
  const drawn = useDrawn(group);
  const dismissed = useDrawn('dismissed');
  const open = useView((state) => state.disclosed.has('dismissed'));
  const stop = useView((state) => state.stops[group]);
  const all = group === 'delivered' && open ? [...drawn, ...dismissed] : drawn;
  const stopId = stop !== undefined && all.includes(stop) ? stop : all[0];
  return (
    <div className="column-scroll">
      <CardList section={group} name={groupHeadings[group]} ids={drawn} stopId={stopId} />
      {group === 'delivered' && <Dismissed ids={dismissed} stopId={stopId} />}
    </div>
  );
}

/** The cards of a list that are to be drawn now. */
function useDrawn(section: Section): readonly string[] {
  const ids = useBoard((state) => state.columns[section]);
  const limit = useView((state) => state.shown[section]);
  const painted = useDeferredValue(true, false);
  return ids.slice(0, painted ? limit : Math.min(limit, firstPaintCards));
}

interface ListProps {
  readonly ids: readonly string[];
  readonly stopId: string | undefined;
}

/** What the user put out of sight: one line that counts it, and opens. */
function Dismissed({ ids, stopId }: ListProps) {
  const count = useBoard((state) => state.columns.dismissed.length);
  if (count === 0) return null;
  return (
    <Disclosed of="dismissed" className="quiet dismissed" name={`${count} dismissed`}>
      <CardList section="dismissed" name="Dismissed" ids={ids} stopId={stopId} />
    </Disclosed>
  );
}

interface CardListProps extends ListProps {
  readonly section: Section;
  readonly name: string;
}

function CardList({ section, name, ids, stopId }: CardListProps) {
  const count = useBoard((state) => state.columns[section].length);
  const hidden = count - useView((state) => Math.min(count, state.shown[section]));
  const { view } = usePage();
  if (ids.length === 0) return null;
  return (
    <>
      <ul className="cards" aria-label={name}>
        {ids.map((id) => (
          <Card key={id} sessionId={id} isStop={id === stopId} />
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" className="quiet more" onClick={() => view.showMore(section)}>
          {`Show ${Math.min(hidden, pageSizes[section])} more`}
        </button>
      )}
    </>
  );
}
