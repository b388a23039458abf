import * as path from 'node:path';
import { transcriptsOf, type Agents } from '../agents/agents';
import type { TranscriptHomes } from '../agents/transcripts/transcriptHomes';
import { SessionRegistries } from '../agents/sessionRegistries';
import type { ClosableStore } from '../util/closableStore';
import type { Log } from '../util/log';
import type { PrivateFolder } from '../util/files/privateFolder';
import { sessionCost } from './domain/card/usage';
import { History } from './reading/past/history';
import { processTable, type ProcessTable } from './ingest/processes';
import type { UnknownNames } from './unknownNames';
import { WorkTrees } from './ingest/workTrees';
import type { Control } from './control/control';
import { sourceRequests } from './sourceRequests';
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
  readonly control: Pick<Control, 'calls' | 'holdReported'>;
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
  readonly homes: TranscriptHomes;
  readonly projects: Projects;
  readonly history: History;
  readonly registries: SessionRegistries;
  readonly processes: ProcessTable;
  readonly workTrees: WorkTrees;
  readonly repositories: Repositories;
}

/** Creates the sources of a config home; none of them reads anything before it is started. */
export function createSources(parts: SourcesParts, closing: ClosableStore): Sources {
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
  const cacheFolder = folder.file('cache');
  const homes = transcriptsOf(agents, configHome);
  const projects = new Projects({
    homes,
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
  const registries = new SessionRegistries(agents, {
    configHome,
    processes,
    emit: intake.apply,
    holdRequest: sourceRequests(parts),
    log,
    onDidApply: intake.onDidApply,
    onDidDiscoverSession: intake.onDidDiscoverSession,
    agentOf: (sessionId) => board.facts(sessionId)?.agent,
    folderOf: (sessionId) => board.get(sessionId)?.projectPath || undefined,
    transcriptWithoutProcess: (sessionId) => board.transcriptWithoutProcess(sessionId),
    isFollowed: projects.isFollowed,
    closing,
  });
  const workTrees = closing.add(new WorkTrees(() => board.liveProjects(), intake.apply));
  const { isWatched } = parts;
  const repositories = closing.add(
    new Repositories({ emit: intake.apply, isWatched, scratch: folder.path }),
  );
  board.onDidChange(({ changed, removed }) => repositories.update(changed, removed));
  intake.onDidApply(repositories.applyEvent);
  return { homes, projects, history, registries, processes, workTrees, repositories };
}
