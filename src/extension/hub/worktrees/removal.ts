import { rename, rmdir } from 'node:fs/promises';
import * as path from 'node:path';
import type { CallRequest } from '../../../shared/protocol/calls';
import type { RemovedWorktree } from '../../../shared/protocol/work/worktrees';
import type { Log } from '../../util/log';
import type { Refusal } from '../serve/refusal';
import { branchLogOf, saveBranch } from './branchFiles';
import { inspectContents, type Contents } from './contents';
import { mergeObjects, deleteRefs, keepObjects, findReferencedObjects } from './keptObjects';
import { RemovedFolder, refPrefix, removalId } from './removedFolder';
import { WorktreeGit, type WorktreeGitParts } from './worktreeGit';
import { inodeOf, type WorktreeInspection } from './worktreeInspection';
import { keepRefusals, worktreeRefusals } from './worktreeRefusals';

export type RemovalParts = Omit<WorktreeGitParts, 'at' | 'gitDir'>;

type Wanted = Pick<CallRequest<'removeWorktree'>, 'seen' | 'branch'>;

/**
 * Removes a work tree that was just inspected, if it is unchanged since the person saw it. Deletes
 * nothing: its files and git's folder are moved to a `RemovedFolder`, and back if anything changed.
 */
export async function removeWorktree(
  inspection: WorktreeInspection,
  wanted: Wanted,
  { program, log, scratch }: RemovalParts,
): Promise<RemovedWorktree | Refusal> {
  const { state, folder, common, home, upstream } = inspection;
  const [keep] = state.keeps;
  if (keep !== undefined) return keepRefusals[keep];
  if (state.seen !== wanted.seen) return worktreeRefusals.changed;
  const { path: top, commit, branch } = state;
  const git = new WorktreeGit({ program, at: home, log, scratch });
  const deletedBranch = wanted.branch && state.deletable ? branch : undefined;
  const removed = new RemovedFolder(common, removalId(Date.now()));
  const refs = refPrefix(removed.id);
  let tree: string | undefined;
  let isSaved = true;
  try {
    await removed.create();
    const treeGit = new WorktreeGit({ program, at: top, gitDir: folder, log, scratch });
    const logs = deletedBranch === undefined ? [] : [branchLogOf(common, deletedBranch)];
    const paths = [folder, ...logs];
    const referenced = await findReferencedObjects(treeGit, paths, deletedBranch, {
      known: inspection.named,
      additional: [],
    });
    const known = mergeObjects(inspection.named, referenced);
    await keepObjects(git, refs, known);
    if (deletedBranch !== undefined) isSaved = await saveBranch(git, removed, deletedBranch);
    tree = await removed.moveIn(top);
    await removed.writeReadme(top, tree, folder);
    const moved = treeGit.movedTo(tree);
    const contents = await recheckContents(moved, tree, inspection);
    if (contents === undefined) {
      if (!(await moveBack(tree, top, log))) return worktreeRefusals.partly;
      await discard(removed, git, log);
      return worktreeRefusals.changed;
    }
    // Reflogs may have got new entries since the first search.
    const additional = contents.resolved;
    const added = await findReferencedObjects(moved, paths, deletedBranch, { known, additional });
    await keepObjects(git, refs, added, known.commits.length + known.others.length);
    await rename(folder, removed.gitFolder);
  } catch (error) {
    log.warn(`Removing a worktree: ${String(error)}`);
    const isRestored = tree === undefined || (await moveBack(tree, top, log));
    if (!isRestored) return worktreeRefusals.partly;
    await discard(removed, git, log);
    return worktreeRefusals.failed;
  }
  // Fails if the folder has entries of other work trees.
  await rmdir(path.dirname(folder)).catch(() => undefined);
  const branchDeleted =
    deletedBranch !== undefined && (await git.change('branch', '-d', deletedBranch));
  log.info(`The worktree ${top} is kept in ${removed.path}`);
  return {
    path: top,
    main: home,
    commit,
    ...(branch !== undefined && { branch }),
    branchDeleted,
    ...(branchDeleted && upstream !== undefined && { upstream }),
    kept: { id: removed.id, folder: removed.path, name: path.basename(folder), isSaved },
  };
}

/**
 * Inspects the moved work tree again, as programs may have written to it until it was moved.
 * Returns undefined if anything changed.
 */
async function recheckContents(
  git: WorktreeGit,
  tree: string,
  { state, folder, inode, ignoredIdentity }: WorktreeInspection,
): Promise<Contents | undefined> {
  if ((await inodeOf(tree)) !== inode) return undefined;
  const contents = await inspectContents(git, tree, folder);
  if (Object.values(contents.keeps).includes(true) || contents.programs.length > 0)
    return undefined;
  const { commit, branch } = contents.head;
  const isSame =
    contents.ignoredIdentity === ignoredIdentity &&
    commit === state.commit &&
    branch === state.branch;
  return isSame ? contents : undefined;
}

/**
 * Deletes the folder and the refs of a removal that failed, since they would count as a removed
 * work tree.
 */
async function discard(removed: RemovedFolder, git: WorktreeGit, log: Log): Promise<void> {
  try {
    await removed.discard();
    await deleteRefs(git, refPrefix(removed.id));
  } catch (error) {
    log.warn(`${removed.path} is left behind: ${String(error)}`);
  }
}

/** Returns false if the move fails, for instance because its path is in use by now. */
async function moveBack(tree: string, top: string, log: Log): Promise<boolean> {
  try {
    await rename(tree, top);
    return true;
  } catch (error) {
    log.warn(`The files of the worktree ${top} are in ${tree}: ${String(error)}`);
    return false;
  }
}
