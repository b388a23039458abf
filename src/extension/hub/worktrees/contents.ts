import type { RemovalObstacle } from '../../../shared/protocol/work/worktrees';
import { mountsIn } from '../../util/files/mounts';
import { isBusy, isUnfinished } from '../ingest/unfinished';
import { readIndex } from './indexState';
import {
  uncommittedFileArguments,
  parseUncommittedFiles,
  type UncommittedFiles,
} from './uncommittedFiles';
import { digestFiles } from './shownIdentity';
import { findProgramsIn } from './programsIn';
import { GitFailure, type WorktreeGit } from './worktreeGit';

/**
 * Thrown if something is mounted in a work tree, which is then not read: a dead mount never
 * answers.
 */
export class MountedError extends Error {}

/** Files of a work tree, and the programs that work there. */
export interface Contents extends UncommittedFiles {
  /** Programs whose working folder is in it, as `name (pid)`. */
  readonly programs: readonly string[];
  /** Ids of objects that only its index names: both sides of resolved conflicts. */
  readonly resolved: readonly string[];
  /** Digest that changes with any of its ignored files. */
  readonly ignoredIdentity: string;
  readonly keeps: Readonly<
    Pick<
      Record<RemovalObstacle, boolean>,
      'uncommitted' | 'untracked' | 'nested' | 'submodules' | 'unfinished' | 'busy'
    >
  >;
}

/**
 * Inspects a work tree; `gitFolder` is git's folder of it. Rejects with `GitFailure` or
 * `MountedError`.
 */
export async function inspectContents(
  git: WorktreeGit,
  top: string,
  gitFolder: string,
): Promise<Contents> {
  const mounts = await mountsIn(top).catch((error: unknown) => {
    throw new GitFailure(String(error));
  });
  if (mounts.length > 0) throw new MountedError();
  const [output, indexed] = await Promise.all([
    git.compare(...uncommittedFileArguments),
    readIndex(git, top),
  ]);
  // Checked last, since the git commands above have themselves worked in the work tree.
  const [programs, unfinished, busy] = await Promise.all([
    findProgramsIn(top),
    isUnfinished(gitFolder),
    isBusy(gitFolder),
  ]);
  const read = parseUncommittedFiles(output);
  const files = { ...read, uncommitted: read.uncommitted + indexed.hidden };
  return {
    ...files,
    programs,
    resolved: indexed.resolved,
    ignoredIdentity: await digestFiles(top, files.ignoredNames),
    keeps: {
      uncommitted: files.uncommitted > 0,
      untracked: files.untracked > 0,
      nested: files.nested,
      submodules: indexed.submodules,
      unfinished,
      busy,
    },
  };
}
