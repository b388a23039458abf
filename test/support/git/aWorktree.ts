import type { Worktree } from '../../../src/shared/protocol/work/worktrees';

/** A work tree that, without overrides, can be removed together with its branch. */
export function aWorktree(overrides: Partial<Worktree> = {}): Worktree {
  return {
    path: '/home/me/shop/.claude/worktrees/tidy-up',
    name: 'tidy-up',
    branch: 'worktree-tidy-up',
    commit: 'c'.repeat(40),
    main: '/home/me/shop',
    keeps: [],
    runs: [],
    uncommitted: 0,
    untracked: 0,
    unpushed: 0,
    ignored: 0,
    ignoredIn: [],
    unreferenced: 0,
    merged: true,
    deletable: true,
    seen: 'seen',
    ...overrides,
  };
}
