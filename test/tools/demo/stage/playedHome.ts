import * as fs from 'node:fs';
import * as path from 'node:path';
import { installHooks } from '../../../support/watchedHub';
import { writeAbsence } from './absence';
import { HubAudience } from '../audience';
import { Conductor } from './conductor';
import { HookCommands } from './hookCommands';
import { listenerOf } from './listener';
import { writePastDay } from '../pastDay';
import { Play, type Part } from '../play';
import type { Project } from '../project';
import { beginRepository, type Worktree } from './repository';
import { scratchStage } from './scratchStage';
import { worktreePath } from '../session';
import { clientVersion } from '../speaker';
import type { Folders } from './stage';

export interface PlayedHomeOptions {
  /** How many times faster than life. */
  readonly speed?: number;
  /** Whether the sessions begin anew after their last scene; true if absent. */
  readonly loop?: boolean;
  /** Seconds of play after which nothing changes any more. */
  readonly frozenAt?: number;
  /** Whether the play waits, for now, at a second of it. */
  readonly holds?: (second: number) => boolean;
  /** Whether the first scene may begin besides; it waits for a hub in any case. */
  readonly begins?: () => boolean;
}

/** A config home in which sessions play. */
export interface PlayedHome {
  /** Resolves when a frozen play has come to its point and its hooks are delivered. */
  readonly settled: Promise<void>;
  stop(): void;
}

/** The day's work began after the last commit that everybody has, in ms. */
const committedAgoMs = 20 * 3_600_000;

/** A frozen play rushes to its point. */
const rush = 12;

/** Fills a config home with these sessions, and plays on until it is stopped. */
export async function playAt(
  folders: Folders,
  parts: readonly Part[],
  options: PlayedHomeOptions & { readonly hasPerson: boolean },
): Promise<PlayedHome> {
  const { configHome } = folders;
  writeProjects(folders, parts);
  await installHooks(configHome, { path: 'claude', version: clientVersion });
  const hooks = new HookCommands(configHome);
  // A frozen play is the same whoever looks.
  const audience = options.frozenAt === undefined ? new HubAudience(configHome) : undefined;
  const play = new Play({
    folders,
    stage: scratchStage(hooks, audience),
    parts,
    curtainEpoch: Date.now(),
    speed: options.speed ?? (options.frozenAt === undefined ? 1 : rush),
    loop: options.loop ?? true,
  });
  await writePastDay(configHome, play.statuses, Date.now());
  if (options.hasPerson) await writeAbsence(configHome, Date.now());
  play.raise();
  const conductor = new Conductor(play, {
    listener: () => listenerOf(configHome),
    ...(options.begins && { begins: options.begins }),
    ...(options.holds && { holds: (moment: number) => options.holds?.(moment / 1000) === true }),
    ...(options.frozenAt !== undefined && { until: options.frozenAt * 1000 }),
  });
  conductor.start();
  audience?.watch();
  return {
    settled: conductor.ended.then(() => hooks.settle()),
    stop() {
      conductor.stop();
      audience?.leave();
      play.dispose();
      hooks.stop();
    },
  };
}

function writeProjects({ code }: Folders, parts: readonly Part[]): void {
  for (const project of new Set(parts.map((part) => part.project))) {
    const folder = path.join(code, project.name);
    writeFiles(folder, project.files);
    if (project.uncommitted === undefined) continue;
    const worktrees = worktreesOf(project, parts);
    beginRepository(folder, worktrees, Date.now() - committedAgoMs);
    const places = worktrees.length > 0 ? worktrees.map((one) => one.folder) : [''];
    for (const place of places) writeFiles(path.join(folder, place), project.uncommitted);
  }
}

function worktreesOf(project: Project, parts: readonly Part[]): readonly Worktree[] {
  return parts.flatMap(({ project: own, worktree, branch }) =>
    own !== project || worktree === undefined
      ? []
      : [{ folder: path.join(...worktreePath(worktree)), branch }],
  );
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
  }
}
