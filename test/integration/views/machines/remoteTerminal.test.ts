import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { remoteTerminal } from '../../../../src/extension/views/machines/remoteTerminal';
import type { MachineSetting } from '../../../../src/shared/protocol/machines/setting';
import { removeHome, tempHome } from '../../../support/hub/tempHome';

const args = (setting: MachineSetting): readonly string[] =>
  remoteTerminal(setting, { folder: '/srv' })?.args ?? [];

describe('A terminal on another machine', () => {
  let home: string;
  let shell: string;
  beforeEach(async () => {
    home = await fs.realpath(await tempHome());
    // Replaces the other machine's login shell; prints its folder, config home and arguments.
    shell = path.join(home, 'shell');
    const printCommand = 'printf "%s|%s|%s\\0" "$PWD" "$CLAUDE_CONFIG_DIR" "$*"';
    await fs.writeFile(shell, `#!/bin/sh\n${printCommand}\n`, { mode: 0o700 });
  });
  afterEach(() => removeHome(home));

  function run(file: string, words: readonly string[]): readonly string[] {
    const env = { PATH: process.env['PATH'], HOME: home, SHELL: shell };
    const output = execFileSync(file, [...words], {
      cwd: home,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return output.split('\0').slice(0, -1);
  }
  /** Runs the command line like `ssh`, which passes a single text to the host's login shell. */
  function runAs(login: string, setting: MachineSetting, folder: string): readonly string[] {
    const there = remoteTerminal(
      { ...setting, ssh: 'gpu-box' },
      { folder, command: 'claude --resume one' },
    );
    assert.deepEqual(there?.args.slice(0, -1), ['-t', '-o', 'RemoteCommand=none', '--', 'gpu-box']);
    return run(login, ['-c', there.args.at(-1) ?? '']);
  }

  for (const name of [
    'plain',
    "it's",
    'a "b" $(touch owned) `touch owned`; touch owned & \\ ! % ~ *',
    'two\nlines\n',
    '-rf',
    'größe 😀',
    '\\0101\\',
  ]) {
    for (const login of ['sh', 'bash']) {
      it(`begins in the folder ${JSON.stringify(name)} and runs the client there, by ${login}`, async () => {
        const folder = path.join(home, name);
        await fs.mkdir(folder);
        const configHome = path.join(home, `conf'ig $(touch owned)\n`);
        assert.deepEqual(runAs(login, { configHome }, folder), [
          `${folder}|${configHome}|-lic claude --resume one`,
          `${folder}|${configHome}|-l`,
        ]);
        assert.ok(!(await fs.readdir(home)).includes('owned'));
      });
    }
  }

  it('begins no client in another folder where its own is gone', () => {
    assert.deepEqual(runAs('sh', {}, path.join(home, 'gone')), [`${home}||-l`]);
  });

  it('runs the same behind a command, with no shell of this computer in between', async () => {
    const folder = path.join(home, `it's "here"`);
    await fs.mkdir(folder);
    const there = remoteTerminal({ command: ['env', 'A=b'] }, { folder, command: 'claude' });
    assert.equal(there?.file, 'env');
    assert.deepEqual(run(there.file, there.args), [`${folder}||-lic claude`, `${folder}||-l`]);
  });

  it('leaves a hint to the editor, and prints nothing itself', () => {
    const hint = `“it's” $(id) %s`;
    for (const setting of [{ command: ['env'] }, { ssh: 'gpu' }]) {
      const there = remoteTerminal(setting, { folder: '', hint });
      assert.equal(there?.hint, hint);
      assert.ok(!there.args.join(' ').includes('it'), there.args.join(' '));
    }
  });

  it('takes no folder that is not absolute, and no command that a shell could act on', () => {
    assert.deepEqual(runAs('sh', {}, '-'), [`${home}||-lic claude --resume one`, `${home}||-l`]);
    for (const command of ['claude; id', "claude '", 'claude $(id)', 'claude\nid']) {
      assert.equal(remoteTerminal({ ssh: 'gpu' }, { folder: '', command }), undefined);
    }
    assert.equal(remoteTerminal({}, { folder: '' }), undefined);
  });

  it('asks programs for a terminal that make none by themselves', () => {
    const shown = (command: string[]) => args({ command }).slice(0, 5);
    assert.deepEqual(shown(['docker', 'exec', '-i', 'dev']), ['exec', '-t', '-i', 'dev', 'sh']);
    assert.deepEqual(shown(['podman', 'exec', '-it', 'dev']), ['exec', '-it', 'dev', 'sh', '-c']);
    assert.deepEqual(shown(['ssh', 'gpu-box']), ['-t', 'gpu-box', 'sh', '-c', shown(['env'])[2]]);
    assert.deepEqual(shown(['wsl.exe', '-d', 'Ubuntu']).slice(0, 4), [
      '-d',
      'Ubuntu',
      '--exec',
      'sh',
    ]);
  });
});
