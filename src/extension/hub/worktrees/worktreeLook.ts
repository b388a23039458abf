import { realpath } from 'node:fs/promises';
import * as path from 'node:path';
import {
  worktreeLimits,
  type Worktree,
  type WorktreeKeep,
} from '../../../shared/protocol/work/worktrees';
import type { Log } from '../../util/log';
import { repositoryPlace } from '../../util/files/gitPlace';
import type { ProcessTable } from '../ingest/processes';
import { isBusy, isUnfinished } from '../ingest/unfinished';
import { commitsOf, type Commits } from './commits';
import { clientOfLock, lockOf, readList, type ListedTree } from './listed';
import { indexedIn } from './indexed';
import { looseFiles, readLooseFiles, type LooseFiles } from './looseFiles';
import { workingIn } from './workingIn';
import { GitFailure, WorktreeGit } from './worktreeGit';

export interface LookParts {
  readonly program: string;
  readonly log: Log;
  readonly processes: Pick<ProcessTable, 'isAlive'>;
  /** Titles of living sessions that work in a folder, by its real path. */
  readonly sessionsIn: (top: string) => Promise<readonly string[]>;
}

/** Everything about a linked work tree that decides on its removal. */
export interface WorktreeLook {
  readonly state: Worktree;
  /** Folder in which git keeps what it knows of the work tree. */
  readonly folder: string;
  /** Folder that git can be run in when the work tree is gone. */
  readonly home: string;
  readonly upstream: string | undefined;
  /** True where the client of a process that is gone left its lock. */
  readonly hasOldLock: boolean;
}

const nothingKnown: LooseFiles & Commits = {
  uncommitted: 0,
  untracked: 0,
  ignored: 0,
  ignoredIn: [],
  nested: false,
  unpushed: 0,
  merged: false,
  stashes: 0,
  upstream: undefined,
  deletable: false,
};

/** Looks at the linked work tree of a folder; undefined where there is none. */
export async function lookAtWorktree(
  folder: string,
  parts: LookParts,
): Promise<WorktreeLook | undefined> {
  const place = await repositoryPlace(folder);
  if (place?.worktree === undefined) return undefined;
  const top = await realpath(place.top);
  const git = new WorktreeGit({ program: parts.program, at: top, log: parts.log });
  try {
    const list = readList(await git.ask('worktree', 'list', '--porcelain'));
    const [main] = list;
    const own = await ownOf(list, top);
    if (main === undefined || own?.commit === undefined) throw new GitFailure('no such work tree');
    const [loose, commits, indexed, lock, sessions, others, unfinished, busy] = await Promise.all([
      git.ask(...looseFiles),
      commitsOf(git, own, main),
      indexedIn(git, top),
      lockOf(place.folder),
      parts.sessionsIn(top),
      workingIn(top),
      isUnfinished(place.folder),
      isBusy(place.folder),
    ]);
    const read = readLooseFiles(loose);
    const files = { ...read, uncommitted: read.uncommitted + indexed.hidden };
    const hasOldLock = await isOldLock(lock, parts.processes);
    const runs = [...sessions, ...others];
    const keeps: Readonly<Record<WorktreeKeep, boolean>> = {
      running: runs.length > 0,
      uncommitted: files.uncommitted > 0,
      untracked: files.untracked > 0,
      unpushed: commits.unpushed > 0,
      stashed: commits.stashes > 0,
      unfinished,
      busy,
      locked: lock !== undefined && !hasOldLock,
      submodules: indexed.submodules,
      nested: files.nested,
      unknown: false,
    };
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
        ...numbersOf(files, commits),
      },
      folder: place.folder,
      home: main.path,
      upstream: commits.upstream,
      hasOldLock,
    };
  } catch (error) {
    if (!(error instanceof GitFailure)) parts.log.warn(`Looking at a worktree: ${String(error)}`);
    const { folder: own } = place;
    return {
      state: unknownState(top),
      folder: own,
      home: top,
      upstream: undefined,
      hasOldLock: false,
    };
  }
}

function numbersOf(
  { uncommitted, untracked, ignored, ignoredIn }: LooseFiles,
  { unpushed, merged, deletable }: Commits,
): Pick<
  Worktree,
  'uncommitted' | 'untracked' | 'unpushed' | 'ignored' | 'ignoredIn' | 'merged' | 'deletable'
> {
  const files = { uncommitted, untracked, ignored, ignoredIn: [...ignoredIn] };
  return { ...files, unpushed, merged, deletable };
}

function unknownState(top: string): Worktree {
  const name = path.basename(top);
  const rest = numbersOf(nothingKnown, nothingKnown);
  return { path: top, name, commit: '', keeps: ['unknown'], runs: [], ...rest };
}

function keysOf(keeps: Readonly<Record<WorktreeKeep, boolean>>): WorktreeKeep[] {
  return Object.entries(keeps).flatMap(([keep, holds]) => (holds ? [keep as WorktreeKeep] : []));
}

async function ownOf(list: readonly ListedTree[], top: string): Promise<ListedTree | undefined> {
  for (const tree of list.slice(1)) {
    if ((await realpath(tree.path).catch(() => undefined)) === top) return tree;
  }
  return undefined;
}

/** True for a lock of the client whose process is gone; its id may be another's by now. */
async function isOldLock(
  reason: string | undefined,
  processes: LookParts['processes'],
): Promise<boolean> {
  const client = reason === undefined ? undefined : clientOfLock(reason);
  return client !== undefined && !(await processes.isAlive(client.pid, client.start));
}
