import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { hookFor, relayPath } from '../../../src/extension/agents/claude/settings/hookCommand';
import { HookInstaller } from '../../../src/extension/hookInstaller/installer';
import { findTraces, removeTraces, tracesAtTop } from '../../../src/extension/hookInstaller/traces';
import { MountedInside } from '../../../src/extension/util/files/removeFolder';
import { silentLog } from '../../../src/extension/util/log';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { Mounts } from '../../support/mounted';
import { needs } from '../../support/skip';

describe('What this product leaves in a config home', () => {
  let home: string;
  beforeEach(async () => {
    home = await tempHome();
    await fs.writeFile(path.join(home, 'settings.json'), '{ "model": "opus" }\n');
    await fs.mkdir(path.join(home, 'projects'));
  });
  afterEach(() => removeHome(home));

  async function use(): Promise<HookInstaller> {
    const installer = new HookInstaller({
      configHome: home,
      relaySource: path.resolve('hooks'),
      log: silentLog,
      platform: 'linux',
      managedFolder: path.join(home, 'managed'),
      findClient: async () => ({ path: '', version: '2.1.329' }),
    });
    await installer.install(await installer.previewInstall());
    const hub = await TestHub.start(home);
    await hub.close();
    return installer;
  }

  it('is nothing where it was never used', async () => {
    assert.equal(await findTraces(home), undefined);
  });

  it('is told by its names at the top, with a count for each folder', async () => {
    await use();
    const traces = await findTraces(home);
    assert.ok(traces !== undefined);
    const listed = tracesAtTop(traces);
    assert.ok(listed.includes('relay.sh'));
    assert.ok(listed.includes(`backups${path.sep} (1)`), String(listed));
    assert.deepEqual(
      listed.filter((name) => name.includes('settings-')),
      [],
    );
  });

  it('is listed by name, and gone after a removal, with nothing else touched', async () => {
    const before = await fs.readdir(home);
    const installer = await use();
    const traces = await findTraces(home);
    for (const name of [`backups${path.sep}`, 'installed.json', 'key', 'relay.sh']) {
      assert.ok(traces?.names.includes(name), `${name} in ${String(traces?.names)}`);
    }
    await installer.remove(await installer.previewRemove());
    await removeTraces(home);
    assert.deepEqual(await fs.readdir(home), before);
    assert.equal(
      await fs.readFile(path.join(home, 'settings.json'), 'utf8'),
      '{ "model": "opus" }\n',
    );
    assert.equal(await findTraces(home), undefined);
  });

  it('is removed without following a link in the folder or in its place', async function () {
    needs(this, 'links');
    const other = path.join(home, 'other');
    await fs.mkdir(other);
    await fs.writeFile(path.join(other, 'precious'), 'x');
    const folder = path.join(home, 'mission-control');
    await fs.mkdir(folder);
    await fs.symlink(other, path.join(folder, 'link'));
    assert.deepEqual((await findTraces(home))?.names, ['link']);
    await removeTraces(home);
    await fs.symlink(other, folder);
    assert.deepEqual((await findTraces(home))?.names, []);
    await removeTraces(home);
    assert.equal(await findTraces(home), undefined);
    assert.deepEqual(await fs.readdir(other), ['precious']);
  });

  it('is neither listed nor removed while something is mounted in the folder', async function () {
    Mounts.need(this);
    await use();
    const other = path.join(home, 'other');
    await fs.mkdir(other);
    await fs.writeFile(path.join(other, 'precious'), 'x');
    const mounts = new Mounts();
    try {
      mounts.bind(other, path.join(home, 'mission-control', 'share'));
      await assert.rejects(findTraces(home), /share is mounted\. Unmount it first/);
      await assert.rejects(removeTraces(home), MountedInside);
      assert.ok((await fs.readdir(path.join(home, 'mission-control'))).includes('installed.json'));
    } finally {
      mounts.undo();
    }
    assert.deepEqual(await fs.readdir(other), ['precious']);
    await removeTraces(home);
    assert.equal(await findTraces(home), undefined);
  });

  it('is inert: hooks that stay behind read their payload, say nothing and succeed', async function () {
    needs(this, 'sh');
    await use();
    const payload = JSON.stringify({ tool_input: 'x'.repeat(1024 * 1024) });
    const run = (event: string): unknown => {
      const { command } = hookFor(event, relayPath(home, 'linux'), 'linux');
      const env = { ...process.env, CLAUDE_CONFIG_DIR: home };
      const options = { input: payload, env, encoding: 'utf8' } as const;
      const { status, stdout, stderr, error } = spawnSync('sh', ['-c', command], options);
      return { status, stdout, stderr, error };
    };
    const inert = { status: 0, stdout: '', stderr: '', error: undefined };
    for (const event of ['PreToolUse', 'PermissionRequest']) assert.deepEqual(run(event), inert);
    await removeTraces(home);
    for (const event of ['PreToolUse', 'PermissionRequest']) assert.deepEqual(run(event), inert);
  });
});
