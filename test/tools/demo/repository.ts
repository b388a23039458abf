import { spawnSync } from 'node:child_process';

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

const steps: readonly (readonly string[])[] = [
  ['init', '-q', '-b', 'main'],
  ['add', '-A'],
  ['commit', '-q', '-m', 'The first six chapters'],
  ['config', 'remote.origin.url', 'https://git.example/the-lighthouse.git'],
  ['config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*'],
  ['update-ref', 'refs/remotes/origin/main', 'HEAD'],
  ['config', 'branch.main.remote', 'origin'],
  ['config', 'branch.main.merge', 'refs/heads/main'],
  ['commit', '-q', '--allow-empty', '-m', 'Begin chapter seven'],
];

/** Makes a repository of a folder, one commit ahead of its upstream; without git it stays a folder. */
export function beginRepository(folder: string): void {
  for (const step of steps) {
    const { status } = spawnSync('git', [...step], { cwd: folder, env, stdio: 'ignore' });
    if (status !== 0) return;
  }
}
