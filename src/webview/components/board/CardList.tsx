import { useDeferredValue } from 'react';
import { t } from '../../../shared/words/l10n';
import { groupHeadings } from '../../../shared/presentation';
import type { AgentStateGroup } from '../../../shared/protocol/protocol';
import { useBoard, usePage, useView } from '../../page';
import { byProject } from '../../layout/projects';
import { pageSizeOf, shownOf } from '../../view';
import { Card } from '../card/Card';
import { Disclosed } from '../card/Disclosed';

/** Number of cards in the first paint, enough for every screen; the rest follows right after. */
const firstPaintCards = 30;

/** The cards of a group; dismissed ones come at the end of the group Done. */
export function GroupCards({ group }: { readonly group: AgentStateGroup }) {
  const ids = useBoard((state) => state.columns[group]);
  const drawn = useDrawn(group, ids);
  const dismissed = useBoard((state) => state.columns.dismissed);
  const open = useView((state) => state.disclosed.has('dismissed'));
  const grouping = useView((state) => state.grouping);
  const withDismissed = group === 'delivered' && open;
  const stopId = useStop(group, withDismissed ? [...drawn, ...dismissed] : drawn);
  const name = groupHeadings[group]();
  return (
    <>
      {grouping === 'project' ? (
        <ProjectLists name={name} ids={drawn} stopId={stopId} />
      ) : (
        <Cards name={name} ids={drawn} stopId={stopId} />
      )}
      {group !== 'delivered' && <More list={group} count={ids.length} />}
      {group === 'delivered' && <Dismissed stopId={stopId} />}
      <AllSessions group={group} />
    </>
  );
}

/** The card that Tab stops at: the last focused one, or the first. */
export function useStop(list: string, drawn: readonly string[]): string | undefined {
  const stop = useView((state) => state.stops.get(list));
  return stop !== undefined && drawn.includes(stop) ? stop : drawn[0];
}

/** The cards of a list that are drawn now. */
export function useDrawn(list: string, ids: readonly string[]): readonly string[] {
  const limit = useView((state) => shownOf(state, list));
  const painted = useDeferredValue(true, false);
  return ids.slice(0, painted ? limit : Math.min(limit, firstPaintCards));
}

/** Dismissed sessions behind a line with their number. */
export function Dismissed({ stopId }: { readonly stopId: string | undefined }) {
  const ids = useBoard((state) => state.columns.dismissed);
  const drawn = useDrawn('dismissed', ids);
  if (ids.length === 0) return null;
  return (
    <Disclosed of="dismissed" className="quiet dismissed" name={t('{0} dismissed', ids.length)}>
      <Cards name={t('Dismissed')} ids={drawn} stopId={stopId} />
      <More list="dismissed" count={ids.length} />
    </Disclosed>
  );
}

interface CardsProps {
  readonly name: string;
  readonly ids: readonly string[];
  readonly stopId: string | undefined;
}

export function Cards({ name, ids, stopId }: CardsProps) {
  if (ids.length === 0) return null;
  return (
    <ul className="cards" aria-label={name}>
      {ids.map((id) => (
        <Card key={id} sessionId={id} isStop={id === stopId} />
      ))}
    </ul>
  );
}

/** The cards of a group, project by project. */
function ProjectLists({ name, ids, stopId }: CardsProps) {
  const sessions = useBoard((state) => state.sessions);
  return byProject(ids, sessions).map((part) => (
    <div key={part.path} className="project-part">
      <p className="project-name ellipsis" dir="auto" title={part.path}>
        {part.name}
      </p>
      <Cards name={`${name}, ${part.name}`} ids={part.ids} stopId={stopId} />
    </div>
  ));
}

/** Button to search all sessions, past ones included. */
export function AllSessions({ group }: { readonly group: AgentStateGroup }) {
  const { board } = usePage();
  if (group !== 'delivered') return null;
  return (
    <button
      type="button"
      className="quiet more"
      onClick={() => board.post({ type: 'findSession' })}
    >
      {t('All sessions…')}
    </button>
  );
}

export function More({ list, count }: { readonly list: string; readonly count: number }) {
  const hidden = count - useView((state) => Math.min(count, shownOf(state, list)));
  const { view } = usePage();
  if (hidden <= 0) return null;
  return (
    <button type="button" className="quiet more" onClick={() => view.showMore(list)}>
      {t('Show {0} more', Math.min(hidden, pageSizeOf(list)))}
    </button>
  );
}
