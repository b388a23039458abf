import { needsYouOfPart } from '../../../shared/board/needsYou';
import { countReachable, needsYouCountsOf } from '../../layout/arrange';
import { useBoard, useRenderedSessions, useView } from '../../page';
import { groupByProject, type ProjectGroupData } from '../../layout/projects';
import { projectList } from '../../view';
import { PartMachine, ProjectMarks } from './ProjectHead';
import { RowArrivals } from './Arrivals';
import { Cards, More, Tail, useFirstCards, useStop } from './CardList';

/** The projects below each other. */
export function ProjectGroups() {
  const columns = useBoard((state) => state.rendered);
  const sessions = useRenderedSessions();
  const open = useView((state) => state.disclosed.has('dismissed'));
  const stopId = useStop('dismissed', open ? columns.dismissed : []);
  const ids = [...columns.needs_you, ...columns.ready, ...columns.autonomous, ...columns.delivered];
  return (
    <div className="groups shrinks-down sized scrolls">
      <RowArrivals />
      {groupByProject(ids, sessions).map((part) => (
        <ProjectGroup key={part.key} part={part} />
      ))}
      <div data-group="dismissed">
        <Tail section="dismissed" stopId={stopId} />
      </div>
    </div>
  );
}

function ProjectGroup({ part }: { readonly part: ProjectGroupData }) {
  const { path, place, name, ids } = part;
  const list = projectList(part);
  const rendered = useFirstCards(list, ids);
  const stopId = useStop(list, rendered);
  const blocked = useBoard(({ sessions }) => needsYouCountsOf(ids, sessions).blocked);
  const waiting = useBoard(({ sessions }) => needsYouOfPart(needsYouCountsOf(ids, sessions)));
  const count = useBoard(({ sessions }) => countReachable(ids, sessions));
  const headingId = `heading-${list}`;
  return (
    <section className="group" data-group={list} aria-labelledby={headingId}>
      <div className="group-heading across gap-8 on-page bright bold">
        <h2 id={headingId} className="project-head across-text gap-6 shrinks" title={path}>
          <bdi className="ellipsis">{name}</bdi> <PartMachine part={part} />
          <span
            className="count lined small muted regular digits centered"
            data-urgent={blocked > 0}
          >
            {count}
          </span>
          {waiting !== undefined && (
            <span className="ready-count small muted regular one-line"> {waiting}</span>
          )}
        </h2>
        <ProjectMarks part={part} />
      </div>
      <Cards name={place} ids={rendered} stopId={stopId} />
      <More list={list} count={ids.length} />
    </section>
  );
}
