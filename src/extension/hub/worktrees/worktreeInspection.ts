import { lstat, realpath } from 'node:fs/promises';
import * as path from 'node:path';
import { clientOfLock } from '../../agents/claude/names/processMarks';
import {
  worktreeLimits,
  type Worktree,
  type RemovalObstacle,
} from '../../../shared/protocol/work/worktrees';
import { repositoryPlace, type RepositoryPlace } from '../../util/files/gitPlace';
import type { ProcessTable } from '../ingest/processes';
import { readCommits } from './commits';
import { inspectContents, MountedError } from './contents';
import {
  mergeObjects,
  countUnreferenced,
  noObjects,
  findReferencedObjects,
  type ReferencedObjects,
} from './keptObjects';
import { readLockReason, parseWorktreeList, type ListedTree } from './listed';
import { digestOf } from './shownIdentity';
import { GitFailure, WorktreeGit, type WorktreeGitParts } from './worktreeGit';

export interface InspectionParts extends Omit<WorktreeGitParts, 'at' | 'gitDir'> {
  readonly processes: Pick<ProcessTable, 'isAlive'>;
  /** Returns the titles of living sessions in a folder, given by its real path. */
  readonly sessionsIn: (top: string) => Promise<readonly string[]>;
}

/** Everything that decides whether a linked work tree can be removed. */
export interface WorktreeInspection {
  readonly state: Worktree;
  /** Git's folder of the work tree, and the one that all work trees share. */
  readonly folder: string;
  readonly common: string;
  /** Folder in which git can run after the removal. */
  readonly home: string;
  readonly upstream: string | undefined;
  /** Device and inode of the top folder, which stay the same when it is moved. */
  readonly inode: string;
  /** Digest that changes with any ignored file. */
  readonly ignoredIdentity: string;
  /** Objects that git's folder of the work tree references. */
  readonly named: ReferencedObjects;
}

/** Inspects the linked work tree of a folder; returns undefined if it is in none. */
export async function inspectWorktree(
  folder: string,
  parts: InspectionParts,
): Promise<WorktreeInspection | undefined> {
  const place = await repositoryPlace(folder);
  if (place?.worktree === undefined) return undefined;
  const top = await realpath(place.top);
  try {
    return await inspect(top, place, parts);
  } catch (error) {
    const isExpected = error instanceof GitFailure || error instanceof MountedError;
    if (!isExpected) parts.log.warn(`Looking at a worktree: ${String(error)}`);
    return {
      state: unknownState(top, error instanceof MountedError ? 'mounted' : 'unknown'),
      folder: place.folder,
      common: place.common,
      home: top,
      upstream: undefined,
      inode: '',
      ignoredIdentity: '',
      named: noObjects,
    };
  }
}

async function inspect(
  top: string,
  place: RepositoryPlace,
  { program, log, scratch, processes, sessionsIn }: InspectionParts,
): Promise<WorktreeInspection> {
  const git = new WorktreeGit({ program, at: top, log, scratch });
  const inode = await inodeOf(top);
  const [folder, common] = await Promise.all([realpath(place.folder), realpath(place.common)]);
  if (path.dirname(folder) !== path.join(common, 'worktrees'))
    throw new GitFailure('its folder is none of git’s');
  const contents = await inspectContents(git, top, folder);
  const list = parseWorktreeList(await git.query('worktree', 'list', '--porcelain'));
  const [main] = list;
  const own = await findOwn(list, top);
  if (main === undefined || own?.commit === undefined) throw new GitFailure('no such work tree');
  const known = { commits: [own.commit], others: [] };
  const [commits, lock, sessions, found] = await Promise.all([
    readCommits(git, own, main),
    readLockReason(folder),
    sessionsIn(top),
    findReferencedObjects(git, [folder], undefined, { known, additional: contents.resolved }),
  ]);
  const named = mergeObjects(known, found);
  // The work tree's own branch, if any, references the checked out commit.
  const elsewhere = named.commits.filter((id) => own.branch === undefined || id !== own.commit);
  const runs = [...sessions, ...contents.programs];
  const {
    uncommitted: hasUncommitted,
    untracked: hasUntracked,
    unfinished,
    busy,
    ...rest
  } = contents.keeps;
  const keeps: Readonly<Record<RemovalObstacle, boolean>> = {
    running: runs.length > 0,
    uncommitted: hasUncommitted,
    untracked: hasUntracked,
    unpushed: commits.unpushed > 0,
    stashed: commits.stashes > 0,
    unfinished,
    busy,
    locked: lock !== undefined && !(await isOldLock(lock, processes)),
    ...rest,
    mounted: false,
    unknown: false,
  };
  const { uncommitted, untracked, ignored, ignoredIn, ignoredIdentity } = contents;
  const { unpushed, merged, deletable, upstream } = commits;
  return {
    state: {
      path: top,
      name: path.basename(top),
      ...(own.branch !== undefined && { branch: own.branch }),
      commit: own.commit,
      ...(!main.isBare && { main: main.path }),
      keeps: keysOf(keeps),
      ...(lock !== undefined && { lock }),
      runs: runs.slice(0, worktreeLimits.names),
      uncommitted,
      untracked,
      unpushed,
      ignored,
      ignoredIn: [...ignoredIn],
      unreferenced: await countUnreferenced(git, elsewhere),
      merged,
      deletable,
      seen: digestOf(top, inode, own.commit, own.branch, ignoredIdentity),
    },
    folder,
    common,
    home: main.path,
    upstream,
    inode,
    ignoredIdentity,
    named,
  };
}

function unknownState(top: string, keep: 'mounted' | 'unknown'): Worktree {
  const counts = { uncommitted: 0, untracked: 0, unpushed: 0, ignored: 0, unreferenced: 0 };
  return {
    path: top,
    name: path.basename(top),
    commit: '',
    keeps: [keep],
    runs: [],
    ...counts,
    ignoredIn: [],
    merged: false,
    deletable: false,
    seen: '',
  };
}

function keysOf(keeps: Readonly<Record<RemovalObstacle, boolean>>): RemovalObstacle[] {
  return Object.entries(keeps).flatMap(([keep, holds]) => (holds ? [keep as RemovalObstacle] : []));
}

/** Returns device and inode of a folder. */
export async function inodeOf(folder: string): Promise<string> {
  const { dev, ino } = await lstat(folder, { bigint: true });
  return `${dev}:${ino}`;
}

async function findOwn(list: readonly ListedTree[], top: string): Promise<ListedTree | undefined> {
  for (const tree of list.slice(1)) {
    if ((await realpath(tree.path).catch(() => undefined)) === top) return tree;
  }
  return undefined;
}

/** True for a lock of a client process that has ended; its id may have been reused. */
async function isOldLock(
  reason: string,
  processes: InspectionParts['processes'],
): Promise<boolean> {
  const client = clientOfLock(reason);
  return client !== undefined && !(await processes.isAlive(client.pid, client.start));
}
