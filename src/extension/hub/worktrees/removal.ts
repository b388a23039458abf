import { lstat } from 'node:fs/promises';
import type { CallRequest } from '../../../shared/protocol/calls';
import type { RemovedWorktree } from '../../../shared/protocol/work/worktrees';
import type { Log } from '../../util/log';
import type { Refusal } from '../serve/refusal';
import { WorktreeGit } from './worktreeGit';
import type { WorktreeLook } from './worktreeLook';
import { keepRefusals, worktreeRefusals } from './worktreeRefusals';

export interface RemovalParts {
  readonly program: string;
  readonly log: Log;
}

type Wanted = Pick<CallRequest<'removeWorktree'>, 'path' | 'commit' | 'named' | 'branch'>;

/** Removes a work tree that was just looked at, if nothing is lost and it is as the person saw it. */
export async function removeWorktree(
  { state, folder, home, upstream, hasOldLock }: WorktreeLook,
  wanted: Wanted,
  { program, log }: RemovalParts,
): Promise<RemovedWorktree | Refusal> {
  const [keep] = state.keeps;
  if (keep !== undefined) return keepRefusals[keep];
  const { path, commit, branch, lock, deletable, ignored } = state;
  const { named } = wanted;
  const isAsShown =
    path === wanted.path &&
    commit === wanted.commit &&
    branch === named.branch &&
    ignored === named.ignored;
  if (!isAsShown) return worktreeRefusals.changed;
  const git = new WorktreeGit({ program, at: home, log });
  if (hasOldLock && !(await git.change('worktree', 'unlock', path))) return worktreeRefusals.failed;
  // Without force git looks once more for whatever is changed or new.
  if (!(await git.change('worktree', 'remove', path))) {
    if (!(await isThere(folder))) return worktreeRefusals.partly;
    if (hasOldLock) await git.change('worktree', 'lock', '--reason', lock ?? '', path);
    return worktreeRefusals.failed;
  }
  const branchDeleted =
    wanted.branch &&
    branch !== undefined &&
    deletable &&
    (await git.change('branch', '-d', branch));
  return {
    path,
    main: home,
    commit,
    ...(branch !== undefined && { branch }),
    branchDeleted,
    ...(branchDeleted && upstream !== undefined && { upstream }),
  };
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

/** Brings a work tree back that was removed; undefined where it is there again. */
export async function addWorktree(
  { path, main, commit, branch, branchDeleted, upstream }: RemovedWorktree,
  { program, log }: RemovalParts,
): Promise<Refusal | undefined> {
  if (await isThere(path)) return worktreeRefusals.there;
  const git = new WorktreeGit({ program, at: main, log });
  if (branch === undefined) {
    const isBack = await git.checkOut('worktree', 'add', '--detach', path, commit);
    return isBack ? undefined : worktreeRefusals.notBack;
  }
  const ref = `refs/heads/${branch}`;
  const now = await git.find('rev-parse', '--verify', '--quiet', ref);
  if (branchDeleted && now !== undefined && now !== commit) return worktreeRefusals.moved;
  if (now === undefined && !(await git.change('branch', '--no-track', branch, commit)))
    return worktreeRefusals.notBack;
  if (now === undefined && upstream !== undefined)
    await git.change('branch', `--set-upstream-to=${upstream}`, branch);
  if (await git.checkOut('worktree', 'add', path, branch)) return undefined;
  if (now === undefined) await git.change('update-ref', '-d', ref, commit);
  return worktreeRefusals.notBack;
}
