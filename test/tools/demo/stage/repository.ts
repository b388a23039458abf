import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';

/** Nothing of the person who shows the demo gets into it. */
const env = {
  ...process.env,
  GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Demo',
  GIT_AUTHOR_EMAIL: 'demo@example.com',
  GIT_COMMITTER_NAME: 'Demo',
  GIT_COMMITTER_EMAIL: 'demo@example.com',
};

/** Runs git in a folder, as at a time where `atMs` is given; false where it fails or is not there. */
export function git(folder: string, args: readonly string[], atMs?: number): boolean {
  const at = atMs === undefined ? undefined : new Date(atMs).toISOString();
  const dates = at === undefined ? {} : { GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at };
  const options = { cwd: folder, env: { ...env, ...dates }, stdio: 'ignore' } as const;
  return spawnSync('git', args, options).status === 0;
}

/** A branch that is checked out beside the project's own, in a folder inside it. */
export interface Worktree {
  readonly folder: string;
  readonly branch: string;
}

const first = (name: string): readonly (readonly string[])[] => [
  ['init', '-q', '-b', 'main'],
  ['add', '-A'],
  ['commit', '-q', '-m', 'Begin'],
  ['config', 'remote.origin.url', `https://git.example/${name}.git`],
  ['config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*'],
  ['update-ref', 'refs/remotes/origin/main', 'HEAD'],
  ['config', 'branch.main.remote', 'origin'],
  ['config', 'branch.main.merge', 'refs/heads/main'],
];

/**
 * Makes a repository of a folder; without git it stays a folder. Its branch, or where there are
 * worktrees theirs, is one commit ahead of its upstream. All was committed at `atMs`.
 */
export function beginRepository(
  folder: string,
  worktrees: readonly Worktree[],
  atMs: number,
): void {
  if (!first(path.basename(folder)).every((step) => git(folder, step, atMs))) return;
  const ahead = ['commit', '-q', '--allow-empty', '-m', 'Go on'];
  if (worktrees.length === 0) git(folder, ahead, atMs);
  fs.appendFileSync(path.join(folder, '.git/info/exclude'), '.claude/\n');
  for (const { folder: inside, branch } of worktrees) {
    const place = path.join(folder, inside);
    const add = ['worktree', 'add', '-q', '--track', '-b', branch, place, 'origin/main'];
    git(folder, add, atMs);
    git(place, ahead, atMs);
  }
}
