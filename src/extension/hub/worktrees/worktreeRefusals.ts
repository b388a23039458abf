import type { RemovalObstacle } from '../../../shared/protocol/work/worktrees';
import { message } from '../../../shared/words/l10n';
import { Refusal } from '../serve/refusal';

const refusal = (error: string, text: string): Refusal => new Refusal(409, error, text);

export const worktreeRefusals = {
  none: refusal('no_worktree', message('This session’s folder is no linked worktree of git.')),
  noGit: refusal('no_git', message('Git wasn’t found on this computer.')),
  changed: refusal(
    'worktree_changed',
    message('The worktree changed while you were looking at it; look at it again.'),
  ),
  failed: refusal(
    'worktree_stays',
    message('The worktree couldn’t be moved aside, so it stays; the log says why.'),
  ),
  partly: refusal(
    'worktree_in_part',
    message(
      'The worktree wasn’t removed, and something took its place meanwhile. Its files are safe; the log says where.',
    ),
  ),
  there: refusal(
    'worktree_there',
    message(
      'There is something at the worktree’s path again. Move it away to bring the worktree back.',
    ),
  ),
  moved: refusal(
    'branch_there',
    message(
      'A branch of this name was made since, at another commit. Rename it to bring the worktree back.',
    ),
  ),
  branchUsed: refusal(
    'branch_used',
    message(
      'The worktree’s branch is checked out elsewhere by now. Switch that worktree to another branch first.',
    ),
  ),
  notBack: refusal(
    'worktree_not_back',
    message('The worktree couldn’t be brought back; the log says why.'),
  ),
} as const;

/** Refusals by reason; each text says what prevents the removal and what to do about it. */
export const keepRefusals: Readonly<Record<RemovalObstacle, Refusal>> = {
  running: refusal(
    'worktree_running',
    message(
      'Something still works in this worktree. End the session and the programs in it first.',
    ),
  ),
  uncommitted: refusal(
    'worktree_uncommitted',
    message('The worktree has changes that aren’t committed. Commit or discard them first.'),
  ),
  untracked: refusal(
    'worktree_untracked',
    message('The worktree has new files that aren’t committed. Commit or delete them first.'),
  ),
  unpushed: refusal(
    'worktree_unpushed',
    message(
      'The worktree has commits that are neither pushed nor merged. Push or merge them first.',
    ),
  ),
  stashed: refusal(
    'worktree_stashed',
    message('Changes are stashed on the worktree’s branch. Apply or drop them first.'),
  ),
  unfinished: refusal(
    'worktree_unfinished',
    message('A merge, rebase or similar isn’t finished in the worktree. Finish or abort it first.'),
  ),
  busy: refusal(
    'worktree_busy',
    message('Git is at work in the worktree. If no git command runs there, delete its lock file.'),
  ),
  locked: refusal(
    'worktree_locked',
    message('The worktree is locked in git. Unlock it with “git worktree unlock” first.'),
  ),
  submodules: refusal(
    'worktree_submodules',
    message(
      'The worktree has submodules, and git removes those only by force. Remove it yourself.',
    ),
  ),
  mounted: refusal(
    'worktree_mounted',
    message('Something is mounted in the worktree. Unmount it first.'),
  ),
  nested: refusal(
    'worktree_nested',
    message('Another git repository lies in the worktree. Move it out first.'),
  ),
  unknown: refusal(
    'worktree_unknown',
    message('Git doesn’t tell everything about this worktree, so it stays; the log says why.'),
  ),
};
