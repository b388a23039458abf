import { useDeferredValue } from 'react';
import { t } from '../../../shared/words/l10n';
import { secondarySectionOf } from '../../../shared/board/boardOrder';
import { groupHeadings } from '../../../shared/presentation';
import type { AgentStateGroup } from '../../../shared/protocol/protocol';
import { useBoard, useRenderedSessions, useHasEditor, usePage, useView } from '../../page';
import { countReachable, needsYouCountsOf } from '../../layout/arrange';
import { groupByProject } from '../../layout/projects';
import { pageSizeOf, renderedCount } from '../../view';
import { Card } from '../card/Card';
import { Disclosed } from '../card/Disclosed';
import { PhoneCard } from '../card/PhoneCard';
import { PartMachine, ProjectMarks } from './ProjectHead';

/** Number of cards in the first paint, enough for any screen; the others follow at once. */
const firstPaintCards = 30;

/** The cards of a group, with its secondary section at the end. */
export function GroupCards({ group }: { readonly group: AgentStateGroup }) {
  const ids = useBoard((state) => state.rendered[group]);
  const rendered = useFirstCards(group, ids);
  const tail = secondarySectionOf(group);
  const tailIds = useBoard((state) => (tail === undefined ? none : state.rendered[tail]));
  const open = useView((state) => tail !== undefined && state.disclosed.has(tail));
  const grouping = useView((state) => state.grouping);
  const stopId = useStop(group, open ? [...rendered, ...tailIds] : rendered);
  const name = groupHeadings[group]();
  return (
    <>
      {grouping === 'project' ? (
        <ProjectLists name={name} ids={rendered} stopId={stopId} />
      ) : (
        <Cards name={name} ids={rendered} stopId={stopId} />
      )}
      {group !== 'delivered' && <More list={group} count={ids.length} />}
      {tail !== undefined && <Tail section={tail} stopId={stopId} />}
      <AllSessions group={group} />
    </>
  );
}

/** The card that Tab stops at: the last focused one, or the first. */
export function useStop(list: string, rendered: readonly string[]): string | undefined {
  const stop = useView((state) => state.stops.get(list));
  return stop !== undefined && rendered.includes(stop) ? stop : rendered[0];
}

/** The cards of a list that are rendered now. */
export function useFirstCards(list: string, ids: readonly string[]): readonly string[] {
  const limit = useView((state) => renderedCount(state, list));
  const painted = useDeferredValue(true, false);
  return ids.slice(0, painted ? limit : Math.min(limit, firstPaintCards));
}

const none: readonly string[] = [];

interface TailProps {
  readonly section: 'ready' | 'dismissed';
  readonly stopId: string | undefined;
}

/** The secondary section of a group, behind a line with its count. */
export function Tail({ section, stopId }: TailProps) {
  const ids = useBoard((state) => state.rendered[section]);
  const rendered = useFirstCards(section, ids);
  // Includes sessions that are not rendered yet, as the heading does.
  const count = useBoard(({ columns, sessions }) => countReachable(columns[section], sessions));
  // Pinned ready sessions are listed in the section above, so this line counts the remaining ones.
  const hasPinned = useBoard(
    ({ rendered: { needs_you: above }, sessions }) => needsYouCountsOf(above, sessions).ready > 0,
  );
  if (ids.length === 0) return null;
  const isReady = section === 'ready';
  const ready = hasPinned
    ? t('{0} more ready for a prompt', count)
    : t('{0} ready for a prompt', count);
  const line = isReady ? ready : t('{0} dismissed', count);
  return (
    <Disclosed of={section} className="quiet tail across gap-4 small muted" name={line}>
      <Cards
        name={isReady ? t('Ready for a prompt') : t('Dismissed')}
        ids={rendered}
        stopId={stopId}
      />
      <More list={section} count={ids.length} />
    </Disclosed>
  );
}

interface CardsProps {
  readonly name: string;
  readonly ids: readonly string[];
  readonly stopId: string | undefined;
}

export function Cards({ name, ids, stopId }: CardsProps) {
  const hasEditor = useHasEditor();
  if (ids.length === 0) return null;
  const CardComponent = hasEditor ? Card : PhoneCard;
  return (
    <ul className="cards stack gap-8" aria-label={name}>
      {ids.map((id) => (
        <CardComponent key={id} sessionId={id} isStop={id === stopId} />
      ))}
    </ul>
  );
}

/** The cards of a group, project by project. */
function ProjectLists({ name, ids, stopId }: CardsProps) {
  const sessions = useRenderedSessions();
  return groupByProject(ids, sessions).map((part) => (
    <div key={part.key} className="project-part">
      <div className="project-name project-head across-text gap-6 shrinks small muted">
        <p className="ellipsis" dir="auto" title={part.path}>
          {part.name}
        </p>
        <PartMachine part={part} />
        <ProjectMarks part={part} />
      </div>
      <Cards name={`${name}, ${part.place}`} ids={part.ids} stopId={stopId} />
    </div>
  ));
}

/** Button to search all sessions, including past ones. */
export function AllSessions({ group }: { readonly group: AgentStateGroup }) {
  const { board } = usePage();
  const hasEditor = useHasEditor();
  if (group !== 'delivered' || !hasEditor) return null;
  return (
    <button
      type="button"
      className="quiet more"
      onClick={() => board.post({ type: 'findSession' })}
    >
      {t('All Sessions…')}
    </button>
  );
}

export function More({ list, count }: { readonly list: string; readonly count: number }) {
  const hiddenCount = count - useView((state) => Math.min(count, renderedCount(state, list)));
  const { view } = usePage();
  if (hiddenCount <= 0) return null;
  return (
    <button type="button" className="quiet more" onClick={() => view.showMore(list)}>
      {t('Show {0} More', Math.min(hiddenCount, pageSizeOf(list)))}
    </button>
  );
}
