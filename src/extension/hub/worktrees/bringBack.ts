import { randomBytes } from 'node:crypto';
import { lstat, mkdir, rename, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import type {
  WorktreeRestoration,
  MissingPart,
  RemovedWorktree,
} from '../../../shared/protocol/work/worktrees';
import { removeFolder } from '../../util/files/removeFolder';
import { replaceFile } from '../../util/files/replaceFile';
import { Refusal } from '../serve/refusal';
import { restoreBranch } from './branchFiles';
import { deleteRefs } from './keptObjects';
import { parseWorktreeList } from './listed';
import type { RemovalParts } from './removal';
import { RemovedFolder, refPrefix } from './removedFolder';
import { WorktreeGit } from './worktreeGit';
import { worktreeRefusals } from './worktreeRefusals';

/** Restores a removed work tree from its saved files, or from its commit if these were deleted. */
export async function addWorktree(
  removed: RemovedWorktree,
  parts: RemovalParts,
): Promise<WorktreeRestoration | Refusal> {
  if (await exists(removed.path)) return worktreeRefusals.there;
  const git = new WorktreeGit({ ...parts, at: removed.main });
  const saved = await findSavedFiles(git, removed);
  const branch = await findBranch(git, removed);
  if (branch instanceof Refusal) return branch;
  const missing: MissingPart[] = [];
  if (branch.isGone) {
    const isComplete = await recreateBranch(git, removed, saved?.folder);
    if (isComplete === undefined) return worktreeRefusals.notBack;
    if (!isComplete || removed.kept?.isSaved === false) missing.push('branch');
  }
  const refusal =
    saved === undefined
      ? await checkOutFiles(git, removed, missing)
      : await restoreFiles(saved, removed, branch.commit, { ...parts, missing });
  if (refusal !== undefined) {
    if (branch.isGone) await deleteRecreatedBranch(git, removed);
    return refusal;
  }
  if (saved !== undefined && missing.length === 0) await deleteSavedFiles(git, saved.folder, parts);
  return { missing };
}

/** The saved files of a removed work tree. */
interface SavedFiles {
  readonly folder: RemovedFolder;
  readonly tree: string;
}

/** Returns undefined if the saved files have been deleted. */
async function findSavedFiles(
  git: WorktreeGit,
  { path: top, main, kept }: RemovedWorktree,
): Promise<SavedFiles | undefined> {
  const common = await git.tryQuery('rev-parse', '--git-common-dir');
  if (kept === undefined || common === undefined) return undefined;
  const folder = new RemovedFolder(path.resolve(main, common), kept.id);
  const tree = await folder.findTree(top);
  return tree !== undefined && (await exists(folder.gitFolder)) ? { folder, tree } : undefined;
}

interface Branch {
  readonly isGone: boolean;
  /** The branch's present commit, or that at its deletion; undefined without a branch. */
  readonly commit: string | undefined;
}

async function findBranch(git: WorktreeGit, removed: RemovedWorktree): Promise<Branch | Refusal> {
  const { branch, branchDeleted, commit } = removed;
  if (branch === undefined) return { isGone: false, commit: undefined };
  const current = await git.tryQuery('rev-parse', '--verify', '--quiet', branchRef(removed));
  if (branchDeleted && current !== undefined && current !== commit) return worktreeRefusals.moved;
  const list = parseWorktreeList((await git.tryQuery('worktree', 'list', '--porcelain')) ?? '');
  if (list.some((tree) => tree.branch === branch)) return worktreeRefusals.branchUsed;
  return { isGone: current === undefined, commit: current ?? commit };
}

function branchRef({ branch = '' }: RemovedWorktree): string {
  return `refs/heads/${branch}`;
}

/**
 * Recreates the branch. Returns false if its settings or reflog are incomplete, undefined on
 * failure.
 */
async function recreateBranch(
  git: WorktreeGit,
  { branch = '', commit, upstream }: RemovedWorktree,
  saved: RemovedFolder | undefined,
): Promise<boolean | undefined> {
  const isSaved = saved !== undefined && (await exists(saved.branchConfig));
  // The saved reflog is restored afterwards, so git must not create one.
  const quiet = isSaved ? ['-c', 'core.logAllRefUpdates=false'] : [];
  if (!(await git.change(...quiet, 'branch', '--no-track', branch, commit))) return undefined;
  if (isSaved) return restoreBranch(git, saved, branch);
  if (upstream !== undefined) await git.change('branch', `--set-upstream-to=${upstream}`, branch);
  return true;
}

async function deleteRecreatedBranch(git: WorktreeGit, removed: RemovedWorktree): Promise<void> {
  await git.change('update-ref', '-d', branchRef(removed), removed.commit);
  await git.tryQuery('config', '--local', '--remove-section', `branch.${removed.branch ?? ''}`);
}

/** Creates the work tree again from its branch or commit. */
async function checkOutFiles(
  git: WorktreeGit,
  { path: top, branch, commit }: RemovedWorktree,
  missing: MissingPart[],
): Promise<Refusal | undefined> {
  const from = branch === undefined ? ['--detach', top, commit] : [top, branch];
  if (!(await git.checkOut('worktree', 'add', ...from))) return worktreeRefusals.notBack;
  missing.push('files');
  return undefined;
}

/** Moves the work tree's files, and git's folder of it, back to their original paths. */
async function restoreFiles(
  { folder, tree }: SavedFiles,
  { path: top, branch, commit, kept }: RemovedWorktree,
  currentCommit: string | undefined,
  { program, log, scratch, missing }: RemovalParts & { readonly missing: MissingPart[] },
): Promise<Refusal | undefined> {
  const worktrees = path.join(folder.common, 'worktrees');
  const original = path.join(worktrees, kept?.name ?? '');
  const isFree = !(await exists(original));
  const gitFolder = isFree ? original : `${original}-${randomBytes(3).toString('hex')}`;
  const undo: (() => Promise<void>)[] = [];
  const move = async (from: string, to: string): Promise<void> => {
    await mkdir(path.dirname(to), { recursive: true });
    if (await exists(to)) throw new Error(`${to} is there`);
    await rename(from, to);
    undo.push(() => rename(to, from));
  };
  try {
    if (!isFree) await relinkTo(tree, gitFolder);
    await move(tree, top);
    await move(folder.gitFolder, gitFolder);
    const git = new WorktreeGit({ program, at: top, log, scratch });
    if ((await git.tryQuery('rev-parse', '--verify', '--quiet', 'HEAD')) === undefined)
      throw new Error('Git does not know the work tree');
    // The branch has had new commits since the removal; the files are updated to them.
    const isBehind =
      branch !== undefined && currentCommit !== undefined && currentCommit !== commit;
    if (isBehind && !(await git.checkOut('read-tree', '-m', '-u', commit, currentCommit)))
      missing.push('moved');
    return undefined;
  } catch (error) {
    log.warn(`Bringing a worktree back: ${String(error)}`);
    for (const undoMove of undo.toReversed()) {
      await undoMove().catch((failed: unknown) =>
        log.warn(`It is left half way: ${String(failed)}`),
      );
    }
    return worktreeRefusals.notBack;
  }
}

/** Changes the path in the work tree's `.git` file, as the original git folder's name is in use. */
async function relinkTo(tree: string, gitFolder: string): Promise<void> {
  const newLink = path.join(tree, `.git-${randomBytes(6).toString('hex')}`);
  await writeFile(newLink, `gitdir: ${gitFolder}\n`, { flag: 'wx' });
  await replaceFile(newLink, path.join(tree, '.git'));
}

async function deleteSavedFiles(
  git: WorktreeGit,
  folder: RemovedFolder,
  { log }: RemovalParts,
): Promise<void> {
  try {
    await removeFolder(folder.path);
    await deleteRefs(git, refPrefix(folder.id));
  } catch (error) {
    log.warn(`${folder.path} is left behind: ${String(error)}`);
  }
}

async function exists(file: string): Promise<boolean> {
  return (await lstat(file).catch(() => undefined)) !== undefined;
}
