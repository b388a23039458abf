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
 * worktrees theirs, is one commit ahead of its upstream.
 */
export function beginRepository(folder: string, worktrees: readonly Worktree[]): void {
  const git = (cwd: string, ...args: readonly string[]): boolean =>
    spawnSync('git', args, { cwd, env, stdio: 'ignore' }).status === 0;
  if (!first(path.basename(folder)).every((step) => git(folder, ...step))) return;
  const ahead = ['commit', '-q', '--allow-empty', '-m', 'Go on'];
  if (worktrees.length === 0) git(folder, ...ahead);
  fs.appendFileSync(path.join(folder, '.git/info/exclude'), '.claude/\n');
  for (const { folder: inside, branch } of worktrees) {
    const place = path.join(folder, inside);
    git(folder, 'worktree', 'add', '-q', '--track', '-b', branch, place, 'origin/main');
    git(place, ...ahead);
  }
}
