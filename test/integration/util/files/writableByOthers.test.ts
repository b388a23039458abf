import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { findWritableParent } from '../../../../src/extension/util/files/writableByOthers';
import { findHub } from '../../../../src/extension/link/findHub';
import {
  PrivateFolder,
  UnsafeFolderError,
} from '../../../../src/extension/util/files/privateFolder';
import { freePorts } from '../../../support/hub/wire/freePorts';
import { HubProcess } from '../../../support/hub/process/hubProcess';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { TestHub } from '../../../support/hub/testHub';
import { needs, skip } from '../../../support/skip';

const nobody = 65_534;

describe('A folder of ours where others may write', () => {
  before(function () {
    needs(this, 'modes');
  });

  let home: string;
  let folder: string;
  beforeEach(async () => {
    home = await tempHome();
    folder = path.join(home, 'mission-control');
  });
  afterEach(() => removeHome(home));

  /** Replaces our folder by one that other users could have created. */
  async function swap(): Promise<void> {
    await fs.rename(folder, path.join(home, 'moved'));
    await fs.mkdir(folder, { mode: 0o777 });
    await fs.writeFile(path.join(folder, 'token'), 'planted');
    for (const one of [folder, path.join(folder, 'token')]) await fs.chown(one, nobody, nobody);
  }

  const opened: readonly (readonly [title: string, open: () => Promise<string>])[] = [
    [
      'the config home',
      async () => {
        await fs.chmod(home, 0o777);
        return home;
      },
    ],
    [
      'a folder above it',
      async () => {
        const above = home;
        home = path.join(above, 'a', 'home');
        await fs.mkdir(home, { recursive: true });
        await fs.chmod(path.join(above, 'a'), 0o777);
        return path.join(above, 'a');
      },
    ],
    [
      'where a link on the way lies, or leads through',
      async () => {
        const above = home;
        const open = path.join(above, 'open');
        await fs.mkdir(path.join(open, 'home'), { recursive: true });
        await fs.chmod(open, 0o777);
        home = path.join(above, 'link');
        await fs.symlink('open/home', home);
        return open;
      },
    ],
    [
      'our folder itself',
      async () => {
        await fs.mkdir(folder);
        await fs.chmod(folder, 0o722);
        return folder;
      },
    ],
  ];
  for (const [title, open] of opened) {
    it(`is not used, and the reason names it: ${title}`, async () => {
      const above = home;
      const place = await open();
      const reason = (error: Error): boolean =>
        error instanceof UnsafeFolderError && error.message.includes(`can change ${place},`);
      const ports = await freePorts(1);
      await assert.rejects(findHub(home, ports), reason);
      await assert.rejects(TestHub.start(home), reason);
      const ours = new PrivateFolder(path.join(home, 'mission-control'));
      await assert.rejects(ours.ensure(), reason);
      assert.deepEqual(await fs.readdir(ours.path).catch(() => []), []);
      home = above;
    });
  }

  it('that was swapped while it was in use is neither read nor written: the hub stops', async function () {
    if (process.getuid?.() !== 0) skip(this, 'takes the part of another user');
    const hub = await TestHub.start(home);
    const ours = new PrivateFolder(folder);
    assert.equal(await ours.read('token'), hub.running.token);
    await swap();
    for (const use of [
      () => ours.read('token'),
      () => ours.readPrivate('key'),
      () => ours.write('token', 'mine'),
      () => ours.writeOnce('key', 'mine'),
      () => ours.remove('token'),
    ]) {
      await assert.rejects(use(), UnsafeFolderError);
    }
    await ours.deleteLeftovers();
    await hub.running.retired;
    assert.deepEqual(await fs.readdir(folder), ['token']);
    assert.equal(await fs.readFile(path.join(folder, 'token'), 'utf8'), 'planted');
    await hub.close();
  });

  it('is left by a hub that runs when its config home is opened to others', async () => {
    const hub = await TestHub.start(home);
    await fs.chmod(home, 0o777);
    await hub.running.retired;
    await hub.close();
  });

  it('is safe below a folder with the sticky bit, and where root or the own group may write', async () => {
    await fs.chmod(home, 0o1777);
    const below = path.join(home, 'below');
    await fs.mkdir(below);
    assert.equal(await findWritableParent(path.join(below, 'mission-control')), undefined);
    await fs.chown(below, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
    if (process.getuid?.() !== 0) return;
    await fs.chmod(below, 0o775);
    assert.equal(await findWritableParent(path.join(below, 'mission-control')), undefined);
    await fs.chown(below, 0, nobody);
    assert.equal(await findWritableParent(path.join(below, 'mission-control')), below);
  });

  it('is not safe below a folder of somebody else, or behind a link of somebody else', async function () {
    if (process.getuid?.() !== 0) skip(this, 'takes the part of another user');
    const theirs = path.join(home, 'theirs');
    await fs.mkdir(theirs);
    await fs.chown(theirs, nobody, nobody);
    assert.equal(await findWritableParent(path.join(theirs, 'x')), theirs);
    await fs.mkdir(path.join(home, 'mine'));
    await fs.symlink('mine', path.join(home, 'link'));
    assert.equal(await findWritableParent(path.join(home, 'link', 'x')), undefined);
    await fs.lchown(path.join(home, 'link'), nobody, nobody);
    assert.equal(await findWritableParent(path.join(home, 'link', 'x')), path.join(home, 'link'));
  });

  it('is used by a user whose group is its own, as many systems make it', async function () {
    if (process.getuid?.() !== 0) skip(this, 'takes the part of another user');
    const user = 48_123;
    await fs.chown(home, user, user);
    await fs.chmod(home, 0o775);
    const hub = await HubProcess.start(home, 0, user);
    assert.equal((await fs.stat(folder)).uid, user);
    await hub.kill();
  });

  it('ends nowhere where links go round', async () => {
    await fs.symlink('b', path.join(home, 'a'));
    await fs.symlink('a', path.join(home, 'b'));
    assert.match((await findWritableParent(path.join(home, 'a', 'x'))) ?? '', /[ab]$/u);
  });
});
