import type { WorktreeKeep } from '../../../shared/protocol/work/worktrees';
import { mountsIn } from '../../util/files/mounts';
import { isBusy, isUnfinished } from '../ingest/unfinished';
import { indexedIn } from './indexed';
import { looseFiles, readLooseFiles, type LooseFiles } from './looseFiles';
import { identityOf } from './shownIdentity';
import { workingIn } from './workingIn';
import { GitFailure, type WorktreeGit } from './worktreeGit';

/** Something is mounted in a work tree: nothing in it is asked for, as a dead mount would not answer. */
export class Mounted extends Error {}

/** What is in a work tree, and who works there. */
export interface Contents extends LooseFiles {
  /** Programs that work in it. */
  readonly programs: readonly string[];
  /** Objects that its index names besides: both sides of resolved conflicts. */
  readonly resolved: readonly string[];
  /** Another text once any of its ignored files is another. */
  readonly ignoredIdentity: string;
  readonly keeps: Readonly<
    Pick<
      Record<WorktreeKeep, boolean>,
      'uncommitted' | 'untracked' | 'nested' | 'submodules' | 'unfinished' | 'busy'
    >
  >;
}

/** `gitFolder` is git's own of the work tree. Rejects with a `GitFailure`, or with `Mounted`. */
export async function contentsOf(
  git: WorktreeGit,
  top: string,
  gitFolder: string,
): Promise<Contents> {
  const mounts = await mountsIn(top).catch((error: unknown) => {
    throw new GitFailure(String(error));
  });
  if (mounts.length > 0) throw new Mounted();
  const [output, indexed] = await Promise.all([git.compare(...looseFiles), indexedIn(git, top)]);
  // Afterwards: until here git works in it for this look.
  const [programs, unfinished, busy] = await Promise.all([
    workingIn(top),
    isUnfinished(gitFolder),
    isBusy(gitFolder),
  ]);
  const read = readLooseFiles(output);
  const files = { ...read, uncommitted: read.uncommitted + indexed.hidden };
  return {
    ...files,
    programs,
    resolved: indexed.resolved,
    ignoredIdentity: await identityOf(top, files.ignoredNames),
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
