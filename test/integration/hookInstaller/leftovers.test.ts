import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { HookInstaller } from '../../../src/extension/hookInstaller/installer';
import { findLeftovers, temporaryPathFor } from '../../../src/extension/hookInstaller/leftovers';
import { silentLog } from '../../../src/extension/util/log';
import { bundleEntry, type HubScript } from '../../support/hub/process/hubScript';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { needs } from '../../support/skip';

const settingsBefore = '{ "model": "opus" }\n';

describe('What a kill in the middle of an install leaves', function () {
  this.timeout(120_000);
  let home: string;
  let settings: string;
  beforeEach(async () => {
    home = await tempHome();
    settings = path.join(home, 'settings.json');
    fs.writeFileSync(settings, settingsBefore);
  });
  afterEach(() => removeHome(home));

  const installer = (): HookInstaller =>
    new HookInstaller({
      configHome: home,
      relaySource: path.resolve('hooks'),
      log: silentLog,
      platform: 'linux',
      managedFolder: path.join(home, 'managed'),
      findClient: async () => ({ path: '', version: '2.1.329' }),
    });
  const leftovers = (): readonly string[] =>
    fs.readdirSync(home).filter((name) => name.endsWith('.tmp'));
  const minutesAgo = (file: string, minutes: number): void => {
    const at = Date.now() / 1000 - minutes * 60;
    fs.utimesSync(file, at, at);
  };

  describe('by a real kill', () => {
    let script: HubScript;
    before(async function () {
      needs(this, 'signals');
      script = await bundleEntry('test/support/processes/installingMain.ts');
    });
    after(() => script.remove());

    /** Kills an installer as soon as it has begun to write the settings. */
    async function killOne(): Promise<void> {
      const seen = new Set(leftovers());
      const child = spawn(process.execPath, [script.file, home, path.resolve('hooks')]);
      const gone = once(child, 'exit');
      const watcher = fs.watch(home, (_event, name) => {
        if (name !== null && name.endsWith('.tmp') && !seen.has(name)) child.kill('SIGKILL');
      });
      await gone;
      watcher.close();
    }

    it('is whole settings, and nothing else once hooks were installed and removed again', async () => {
      for (let round = 0; round < 40 && leftovers().length < 3; round += 1) {
        await killOne();
        const text = fs.readFileSync(settings, 'utf8');
        assert.equal((JSON.parse(text) as { model: string }).model, 'opus');
      }
      assert.ok(leftovers().length > 0, 'no kill came in the middle');
      for (const name of leftovers()) minutesAgo(path.join(home, name), 2);
      const hooks = installer();
      await hooks.install(await hooks.previewInstall());
      assert.deepEqual(leftovers(), []);
      await hooks.remove(await hooks.previewRemove());
      assert.equal(fs.readFileSync(settings, 'utf8'), settingsBefore);
      assert.deepEqual(fs.readdirSync(home).sort(), ['mission-control', 'settings.json']);
    });
  });

  it('is taken away by an install, a removal, and a window that starts', async () => {
    const steps: readonly ((hooks: HookInstaller) => Promise<unknown>)[] = [
      (hooks) => hooks.refresh(),
      async (hooks) => hooks.install(await hooks.previewInstall()),
      async (hooks) => hooks.install(await hooks.previewInstall()),
      async (hooks) => hooks.remove(await hooks.previewRemove()),
      async (hooks) => hooks.remove(await hooks.previewRemove()),
    ];
    for (const step of steps) {
      const left = temporaryPathFor(settings);
      fs.writeFileSync(left, '{}');
      minutesAgo(left, 2);
      await step(installer());
      assert.deepEqual(leftovers(), []);
    }
  });

  it('stays while somebody may still write it, until everything is removed', async () => {
    fs.writeFileSync(temporaryPathFor(settings), '{}');
    await installer().refresh();
    assert.equal(leftovers().length, 1);
    assert.equal((await installer().leftovers()).length, 1);
    await installer().removeLeftovers();
    assert.deepEqual(leftovers(), []);
  });

  it('is nothing that has another name, is no file, or is somebody else’s', async function () {
    const left = temporaryPathFor(settings);
    const others = [
      path.join(home, '.settings.json.tmp'),
      path.join(home, '.settings.json.mine.tmp'),
      path.join(home, 'settings.json.tmp'),
      left.replace('settings', 'settings.local'),
    ];
    for (const file of [...others, left]) fs.writeFileSync(file, 'mine');
    const folder = temporaryPathFor(settings);
    fs.mkdirSync(folder);
    for (const file of [...others, left, folder]) minutesAgo(file, 120);
    if (process.getuid?.() === 0) {
      const foreign = temporaryPathFor(settings);
      fs.writeFileSync(foreign, 'mine');
      fs.chownSync(foreign, 4_711, 4_711);
      minutesAgo(foreign, 120);
    }
    assert.deepEqual(await findLeftovers(settings, 60_000), [left]);
  });

  it('is found where the settings are, when they are a link', async function () {
    needs(this, 'links');
    const real = path.join(home, 'dotfiles', 'claude.json');
    fs.mkdirSync(path.dirname(real));
    fs.renameSync(settings, real);
    fs.symlinkSync(real, settings);
    const left = temporaryPathFor(real);
    fs.writeFileSync(left, '{}');
    minutesAgo(left, 2);
    await installer().refresh();
    assert.deepEqual(fs.readdirSync(path.dirname(real)), ['claude.json']);
  });
});
