import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import {
  mountsIn,
  parseMountInfo,
  parseMountList,
} from '../../../../src/extension/util/files/mounts';
import { MountedInside, removeFolder } from '../../../../src/extension/util/files/removeFolder';
import { Mounts } from '../../../support/mounted';
import { needs, skip } from '../../../support/skip';
import { makeNamedPipe } from '../../../support/namedPipe';

describe('Removing a folder', () => {
  const mounts = new Mounts();
  let root: string;
  const at = (...names: readonly string[]): string => path.join(root, ...names);
  const write = (...names: readonly string[]): void => {
    mkdirSync(path.dirname(at(...names)), { recursive: true });
    writeFileSync(at(...names), 'mine');
  };

  beforeEach(() => {
    root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'mc-remove-')));
    write('folder', 'a', 'b', 'c.txt');
    write('folder', '.hidden');
    write('outside', 'kept.txt');
  });
  afterEach(() => {
    mounts.undo();
    rmSync(root, { recursive: true, force: true });
  });

  it('takes away all that is in it, and no error comes of a folder that is not there', async () => {
    await removeFolder(at('folder'));
    assert.deepEqual(readdirSync(root), ['outside']);
    await removeFolder(at('folder'));
    await removeFolder(at('outside', 'kept.txt', 'beneath'));
    assert.ok(existsSync(at('outside', 'kept.txt')));
  });

  it('takes away links and leaves what they lead to', async function () {
    needs(this, 'links');
    symlinkSync(at('outside'), at('folder', 'a', 'link'));
    symlinkSync(at('outside'), at('link'));
    await removeFolder(at('folder'));
    await removeFolder(at('link'));
    assert.deepEqual(readdirSync(root), ['outside']);
    assert.ok(existsSync(at('outside', 'kept.txt')));
  });

  it('walks by paths where the system names no open folder, and follows no link either', async function () {
    needs(this, 'links');
    symlinkSync(at('outside'), at('folder', 'a', 'link'));
    await removeFolder(at('folder'), 'win32');
    assert.deepEqual(readdirSync(root), ['outside']);
    assert.ok(existsSync(at('outside', 'kept.txt')));
  });

  it('takes away pipes, folders that nobody may write and names that are no text', async function () {
    if (process.platform !== 'linux') skip(this, 'Linux alone has such names');
    makeNamedPipe(at('folder', 'pipe'));
    const bytes = Buffer.concat([Buffer.from(`${at('folder')}/`), Buffer.from([0xff, 0xfe])]);
    writeFileSync(bytes, 'mine');
    execFileSync('chmod', ['500', at('folder', 'a', 'b')]);
    await removeFolder(at('folder'));
    assert.ok(!existsSync(at('folder')));
  });

  for (const kind of ['another disk', 'the same disk'] as const) {
    it(`deletes nothing at all where something of ${kind} is mounted in it`, async function () {
      Mounts.need(this);
      const point = at('folder', 'z', 'mounted here');
      if (kind === 'the same disk') mounts.bind(at('outside'), point);
      else mounts.memory(point);
      writeFileSync(path.join(point, 'kept.txt'), 'mine');
      assert.deepEqual(await mountsIn(at('folder')), [point]);
      await assert.rejects(removeFolder(at('folder')), MountedInside);
      assert.equal(readFileSync(path.join(point, 'kept.txt'), 'utf8'), 'mine');
      assert.ok(existsSync(at('folder', 'a', 'b', 'c.txt')));
      mounts.undo();
      await removeFolder(at('folder'));
      assert.ok(existsSync(at('outside', 'kept.txt')));
    });
  }

  it('goes into nothing that is mounted after the look at the mounts', async function () {
    Mounts.need(this);
    const late = (): Promise<readonly string[]> => {
      mounts.bind(at('outside'), at('folder', 'a'));
      return Promise.resolve([]);
    };
    await assert.rejects(removeFolder(at('folder'), 'linux', late), MountedInside);
    assert.ok(existsSync(at('outside', 'kept.txt')));
  });

  it('goes into no folder that becomes a link after the look at the mounts', async function () {
    needs(this, 'links');
    const swap = (): Promise<readonly string[]> => {
      rmSync(at('folder', 'a'), { recursive: true });
      symlinkSync(at('outside'), at('folder', 'a'));
      return Promise.resolve([]);
    };
    await removeFolder(at('folder'), process.platform, swap);
    assert.ok(existsSync(at('outside', 'kept.txt')) && !existsSync(at('folder')));
  });

  it('reads the lists of Linux and of macOS', () => {
    const info =
      '36 35 98:0 /mnt1 /mnt/a\\040b\\134c rw,noatime master:1 - ext3 /dev/root rw\n37 35 0:1 / /\\303\\244 rw - tmpfs none rw\n';
    assert.deepEqual(parseMountInfo(info), ['/mnt/a b\\c', '/ä']);
    const list =
      '/dev/disk3s1s1 on / (apfs, sealed, local)\nmap auto_home on /System/Volumes/Data/home (autofs)\n//me@nas/a on b on /Volumes/a on b (smbfs)\n';
    assert.deepEqual(parseMountList(list).slice(0, 2), ['/', '/System/Volumes/Data/home']);
  });
});
