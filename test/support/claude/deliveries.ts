import { execFile } from 'node:child_process';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { IsolatedHome } from './isolatedHome';
import { agent, bash, say, tool } from './reply';
import type { Script, Step } from './script';
import { script } from './script';

const run = promisify(execFile);

/** Prints what the real `gh` prints, without contacting GitHub. */
const fakeGh = `#!/bin/sh
case "$2" in
  merge) echo "✓ Squashed and merged pull request #41 (Add a)" ;;
  *) echo "https://github.com/dev/proj/pull/41" ;;
esac
`;

const author = {
  GIT_AUTHOR_NAME: 'Dev',
  GIT_AUTHOR_EMAIL: 'dev@localhost',
  GIT_COMMITTER_NAME: 'Dev',
  GIT_COMMITTER_EMAIL: 'dev@localhost',
  GIT_CONFIG_GLOBAL: '/dev/null',
};

const testFile = (body: string): string => `require('node:test').test('adds', () => {${body}});\n`;
const mend = `printf "require('node:test').test('adds', () => {});" > adds.test.js`;

/**
 * A home whose client may run commands: a repository with a remote, a `gh`, a failing test, a
 * branch that merges and one that conflicts.
 */
export async function deliveryHome(): Promise<IsolatedHome> {
  const bin = await fs.mkdtemp(path.join(await fs.realpath('/tmp'), 'mc-bin-'));
  await fs.writeFile(path.join(bin, 'gh'), fakeGh, { mode: 0o755 });
  const home = await IsolatedHome.create({
    settings: { permissions: { allow: ['Bash', 'Read'] } },
    env: { PATH: `${bin}:${process.env['PATH'] ?? ''}`, ...author },
  });
  const cwd = home.project;
  const git = async (...args: readonly string[]): Promise<unknown> =>
    run('git', [...args], { cwd, env: { ...process.env, ...author } });
  const put = async (name: string, text: string): Promise<void> => {
    await fs.writeFile(path.join(cwd, name), text);
    await git('add', '.');
    await git('commit', '--quiet', '--message', `Change ${name}`);
  };
  await git('init', '--quiet', '--bare', path.join(home.folder, 'origin.git'));
  await git('remote', 'add', 'origin', path.join(home.folder, 'origin.git'));
  await put('adds.test.js', testFile(`throw new Error('no')`));
  await git('switch', '--quiet', '--create', 'other');
  await put('hello.txt', 'other\n');
  await git('switch', '--quiet', '--create', 'clean', 'main');
  await put('clean.txt', 'clean\n');
  await git('switch', '--quiet', 'main');
  return home;
}

/** Commands that the agent runs after each prompt, by the name in the prompt's `[[name]]`. */
export const deliveries = {
  commits: [
    'git commit -m Nothing',
    'echo a > a.txt; git add -A && git commit -m "Add a"',
    'echo b > b.txt; git add -A; git commit -q -m "Add b"',
    'git commit --amend -m "Add b again"',
    'echo z > hello.txt; git commit -am "Change hello" | tail -1',
  ],
  pushes: [
    'git push -u origin main',
    'git push',
    'git push nowhere',
    'git tag v1 && git push --tags',
  ],
  branches: [
    'git merge other',
    'git merge --abort',
    'git merge clean',
    'git switch -c feature/auth',
    'git commit -q --allow-empty -m "Empty" && git push -q -u origin feature/auth',
    'git checkout hello.txt',
    'git checkout -q -b topic',
    'git rebase other',
    'git rebase --abort; git cherry-pick --no-commit clean; git switch feature/auth',
  ],
  pulls: ['gh pr create --title T --body B', 'gh pr merge 41 --squash', 'gh pr view 41'],
  tests: [
    'node --test adds.test.js',
    'node --test adds.test.js | tail -8',
    `${mend}; node --test adds.test.js`,
    'seq 1 20000; git commit -q --allow-empty -m "After much"; seq 1 20000',
    'seq 1 20000; git push nowhere',
  ],
} as const;

/** Scripts of those turns, of a background command, and of a subagent. */
export function deliveryScripts(): readonly Script[] {
  const turns = Object.entries(deliveries).map(([name, commands]) =>
    script(name, [...commands.map((command) => bash(command)), say('Done.')]),
  );
  const background = bash(
    'sleep 1; git commit --allow-empty -m "Behind" && node --test adds.test.js',
    {
      run_in_background: true,
    },
  );
  return [
    ...turns,
    script('background', [background, say('Started.'), readOutput, say('It ended.')]),
    script('subagent', [
      agent({ prompt: '[[child]] go', subagent_type: 'general-purpose' }),
      say('Launched.'),
      say('It is back.'),
    ]),
    script('child', [bash('git commit --allow-empty -m "By a subagent"'), say('Child.')]),
  ];
}

/** Reads the output of the background command from the file that the client names at its end. */
const readOutput: Step = (request) => {
  const text = JSON.stringify(request.body.messages);
  const file = /<output-file>([^<]+)<\/output-file>/.exec(text)?.[1];
  if (file === undefined) throw new Error('The client named no file of the output');
  return tool('Read', { file_path: file });
};
