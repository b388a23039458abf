import * as path from 'node:path';
import { transcriptsOf, type Agents } from '../agents/agents';
import { placesIn } from '../agents/claude/home/places';
import type { Closing } from '../util/closing';
import type { Log } from '../util/log';
import type { PrivateFolder } from '../util/files/privateFolder';
import { sessionCost } from './domain/card/usage';
import { History } from './reading/past/history';
import { ClientSettings } from '../agents/claude/settings/clientSettings';
import { processTable, type ProcessTable } from './ingest/processes';
import { Jobs } from '../agents/claude/registry/jobs';
import { Registry } from '../agents/claude/registry/registry';
import type { UnknownNames } from './unknownNames';
import { TeamInboxes } from '../agents/claude/registry/teamInboxes';
import { WorkTrees } from './ingest/workTrees';
import type { Intake } from './intake';
import type { LiveBoard } from './board/liveBoard';
import { Projects } from './projects';
import { Repositories } from './repositories/repositories';
import type { StartReading } from './reading/reading';
import type { RuleMatches } from './rules/ruleMatches';
import type { Spending } from './reading/usage/spending';
import type { Marks } from './store/marks';

export interface SourcesParts {
  readonly agents: Agents;
  readonly configHome: string;
  /** Folder of the bundle of the hub's thread, `reading.js`. */
  readonly scripts: string;
  readonly startReading?: StartReading;
  readonly folder: PrivateFolder;
  readonly board: LiveBoard;
  readonly intake: Intake;
  readonly spending: Spending;
  readonly marks: Marks;
  readonly matches: RuleMatches;
  readonly unknown: UnknownNames;
  readonly log: Log;
  /** False while no window and no phone is connected. */
  readonly isWatched: () => boolean;
}

/** Sources of data on sessions, except hooks. */
export interface Sources {
  readonly projects: Projects;
  readonly history: History;
  readonly registry: Registry;
  readonly processes: ProcessTable;
  readonly workTrees: WorkTrees;
  readonly repositories: Repositories;
}

/** Creates the sources of a config home; none of them reads anything before it is started. */
export function openSources(parts: SourcesParts, closing: Closing): Sources {
  const {
    agents,
    configHome,
    scripts,
    folder,
    board,
    intake,
    spending,
    marks,
    matches,
    unknown,
    log,
  } = parts;
  const places = placesIn(configHome);
  const cacheFolder = folder.file('cache');
  const projects = new Projects({
    homes: transcriptsOf(agents, configHome),
    configHome,
    cacheFolder,
    script: path.join(scripts, 'reading.js'),
    startReading: parts.startReading,
    spending,
    emit: intake.apply,
    forget: (sessionId) => board.forget(sessionId),
    isKnown: (sessionId) => board.isKnown(sessionId),
    isLive: (sessionId) => board.isLive(sessionId),
    pinned: () => marks.pinned,
    onSpending: (scan) => board.onSpending(scan),
    onUnknown: (type, by) => unknown.count(`transcript entry ${type}`, by),
    rules: matches,
    log,
  });
  intake.onDidDiscoverSession((sessionId) => projects.sendKnownData(sessionId));
  const history = new History({
    reading: projects.reading,
    costOf: (sessionId) => sessionCost(spending.totalOf(sessionId)),
    marks,
  });
  closing.add(projects);
  const processes = processTable();
  const registry = closing.add(new Registry(places.registry, processes, intake.apply));
  const jobs = closing.add(new Jobs(places.jobs, intake.apply));
  intake.onDidApply(jobs.applyEvent);
  const inboxes = closing.add(new TeamInboxes(places.teams, intake.apply));
  intake.onDidApply(inboxes.applyEvent);
  intake.onDidReadTranscript((sessionId) => {
    const transcript = board.transcriptWithoutProcess(sessionId);
    if (transcript !== undefined) void registry.assign(sessionId, transcript, projects.isFollowed);
  });
  const folderOf = (id: string): string | undefined => board.get(id)?.projectPath || undefined;
  const settings = closing.add(new ClientSettings({ configHome, folderOf, emit: intake.apply }));
  intake.onDidApply(settings.applyEvent);
  const workTrees = closing.add(new WorkTrees(() => board.liveProjects(), intake.apply));
  const { isWatched } = parts;
  const repositories = closing.add(
    new Repositories({ emit: intake.apply, isWatched, scratch: folder.path }),
  );
  board.onDidChange(({ changed, removed }) => repositories.update(changed, removed));
  intake.onDidApply(repositories.applyEvent);
  return { projects, history, registry, processes, workTrees, repositories };
}
