import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { text } from 'node:stream/consumers';
import {
  findLaunchers,
  occupantOf,
  ownProgramFolders,
  removeLaunchers,
} from '../../../src/extension/commandLine/launcher/launcherFiles';
import {
  installCommandLine,
  type InstallDialogs,
  type InstallPlace,
  type SuggestedFolder,
} from '../../../src/extension/views/commandLine/installCommandLine';
import { builtCli } from '../../support/commandLine/cliProcess';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { needs } from '../../support/skip';

describe('The installed command line tool', function () {
  this.timeout(60_000);
  let home: string;
  let folder: string;
  let place: InstallPlace;

  beforeEach(async function () {
    needs(this, 'sh');
    home = await tempHome();
    folder = path.join(home, "o'clock $HOME bin");
    await fs.mkdir(folder);
    place = {
      configHome: path.join(home, 'claude home'),
      script: await builtCli(),
      home,
      env: { PATH: `/usr/bin:${folder}/` },
      platform: 'linux',
      node: process.execPath,
    };
  });
  afterEach(() => removeHome(home));

  const file = (): string => path.join(folder, 'mission-control');

  /** Installs with these answers; resolves with the suggested folders and the reports. */
  async function install(
    change: Partial<InstallPlace> = {},
    answers: { readonly folder?: string | undefined; readonly replaces?: boolean } = { folder },
  ) {
    const suggested: SuggestedFolder[] = [];
    const [asked, reports]: [string[], string[]] = [[], []];
    const dialogs: InstallDialogs = {
      chooseFolder: async (folders) => {
        suggested.push(...folders);
        return answers.folder;
      },
      confirmReplace: async (name) => {
        asked.push(name);
        return answers.replaces === true;
      },
      report: (sentences) => void reports.push(sentences),
    };
    await installCommandLine({ ...place, ...change }, dialogs);
    return { suggested, asked, reports };
  }

  async function run(...args: readonly string[]) {
    const { PATH } = process.env;
    const child = spawn(file(), args, { env: { PATH, HOME: home }, timeout: 20_000 });
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { status: status as number, stdout, stderr };
  }

  it('is one file that shows the board of the editor’s config home', async () => {
    const { reports, asked } = await install();
    assert.deepEqual(await fs.readdir(folder), ['mission-control']);
    assert.match(
      reports.join(),
      /mission-control.*Type “mission-control status”.*Remove Everything/u,
    );
    assert.deepEqual(asked, []);
    assert.equal((await run('status')).status, 2);
    await fs.mkdir(place.configHome, { recursive: true });
    const hub = await TestHub.start(place.configHome);
    try {
      const { status, stdout, stderr } = await run('status', '--line');
      assert.deepEqual([status, stdout, stderr], [0, '0 Needs You\n', '']);
    } finally {
      await hub.close();
    }
  });

  it('starts the tool beside the hub that ran last, after an update has moved both', async () => {
    const old = path.join(home, 'old', 'cli.js');
    await install({ script: old });
    const { status, stderr } = await run('--version');
    assert.equal(status, 2);
    assert.match(stderr, /Install Command Line Tool/u);
    const ours = path.join(place.configHome, 'mission-control');
    const dist = path.dirname(place.script);
    await fs.writeFile(path.join(ours, 'program'), `${process.execPath}\n${dist}/hub.js\n`);
    assert.match((await run('--version')).stdout, /^\d+\.\d+/u);
  });

  it('starts the tool of the extension that wrote it where a pipe or a folder lies in the way', async () => {
    await install();
    const program = path.join(place.configHome, 'mission-control', 'program');
    for (const command of ['mkdir', 'mkfifo']) {
      execFileSync(command, [program]);
      const { status, stdout, stderr } = await run('--version');
      assert.deepEqual([status, stderr], [0, ''], command);
      assert.match(stdout, /^\d+\.\d+/u);
      await fs.rm(program, { recursive: true });
    }
  });

  it('passes all arguments and the exit code on', async () => {
    await install();
    const { status, stderr } = await run('show', 'a b', '$(c)');
    assert.equal(status, 64);
    assert.match(stderr, /“\$\(c\)” is one argument too many/u);
  });

  it('replaces no file and no link of somebody else’s without asking', async () => {
    await fs.writeFile(file(), 'precious');
    const refused = await install();
    assert.deepEqual([refused.asked, refused.reports], [[file()], []]);
    assert.equal(await fs.readFile(file(), 'utf8'), 'precious');
    await fs.rename(file(), `${file()}.other`);
    await fs.symlink(`${file()}.other`, file());
    assert.equal((await install()).asked.length, 1);
    assert.equal((await install({}, { folder, replaces: true })).asked.length, 1);
    assert.equal(await occupantOf(file()), 'ours');
    assert.equal(await fs.readFile(`${file()}.other`, 'utf8'), 'precious');
  });

  it('is brought up to date by a second run, which offers its folder first', async () => {
    await install({ script: '/nowhere/cli.js' });
    const { suggested, asked, reports } = await install();
    assert.deepEqual(suggested, [{ folder, isInstalled: true }]);
    assert.deepEqual(asked, []);
    assert.match(reports.join(), /is up to date/u);
    assert.match((await run('--version')).stdout, /^\d+\.\d+/u);
  });

  it('writes nothing if the person cancels', async () => {
    await install({}, {});
    assert.deepEqual(await fs.readdir(folder), []);
    assert.deepEqual(await findLaunchers(place.configHome), []);
  });

  it('says what to add where the folder is not on the PATH', async () => {
    const { reports } = await install({ env: { PATH: '/usr/bin' } });
    assert.match(reports.join(), /Add .* to your PATH/u);
  });

  it('is offered in ~/.local/bin where that exists and is on the PATH', async () => {
    const local = path.join(home, '.local', 'bin');
    assert.deepEqual(await ownProgramFolders(home, { PATH: local }), []);
    await fs.mkdir(local, { recursive: true });
    assert.deepEqual(await ownProgramFolders(home, { PATH: '/usr/bin' }), []);
    assert.deepEqual(await ownProgramFolders(home, { PATH: `/usr/bin:${local}` }), [local]);
  });

  it('goes with everything else, unless the file is somebody else’s by now', async () => {
    await install();
    assert.deepEqual(await findLaunchers(place.configHome), [file()]);
    await removeLaunchers([file()]);
    assert.deepEqual(await fs.readdir(folder), []);
    await install();
    await fs.writeFile(file(), 'precious');
    assert.deepEqual(await findLaunchers(place.configHome), []);
    await removeLaunchers([file()]);
    assert.equal(await fs.readFile(file(), 'utf8'), 'precious');
  });
});
