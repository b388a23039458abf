import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { HookHomes, type HookHome } from '../../../src/extension/hookInstaller/hookHomes';
import { planRemoval, removeAll } from '../../../src/extension/hookInstaller/homeRemoval';
import { silentLog } from '../../../src/extension/util/log';
import { FakeKeeper } from '../../support/fakes/fakeKeeper';

const originals = {
  own: '{\n  // mine\n  "model": "opus"\n}\n',
  work: '{"permissions":{"allow":[]}  }',
  old: '{}\n',
} as const;

describe('Hooks in several config homes', function () {
  this.timeout(60_000);
  let root: string;
  let memory: FakeKeeper;
  let listed: string[];
  const place = (name: string): string => path.join(root, `.claude-${name}`);
  const settings = (name: string): string => path.join(place(name), 'settings.json');
  const read = (name: string): string => fs.readFileSync(settings(name), 'utf8');
  const homes = (): HookHomes =>
    new HookHomes({
      configHome: place('own'),
      otherHomes: () => listed,
      memory,
      relaySource: path.resolve('hooks'),
      log: silentLog,
    });
  const install = async (home: HookHome): Promise<void> => {
    await homes().remember(home.path);
    await home.installer.install(await home.installer.previewInstall());
  };
  const whileStopped = (act: () => Promise<void>): Promise<void> => act();

  beforeEach(() => {
    root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hook-homes-')));
    memory = new FakeKeeper();
    listed = [place('work'), place('old')];
    for (const [name, text] of Object.entries(originals)) {
      fs.mkdirSync(place(name));
      fs.writeFileSync(settings(name), text);
    }
  });
  afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

  it('are offered for the window’s own home and those of the setting, each once', () => {
    listed.push(place('own'), place('work'));
    assert.deepEqual(
      homes().listed.map(({ name }) => name),
      ['own', 'work', 'old'],
    );
  });

  it('are removed once from a home that a second entry names through a link', async () => {
    fs.symlinkSync(place('own'), place('link'), 'junction');
    listed.push(place('link'));
    const [own] = homes().listed;
    assert.ok(own);
    await install(own);
    const [removals] = await planRemoval(homes().all);
    assert.deepEqual(
      removals.map(({ home }) => home.name),
      ['own'],
    );
    await removeAll(removals, whileStopped);
    assert.equal(read('own'), originals.own);
    assert.ok(!fs.existsSync(path.join(place('own'), 'mission-control')));
  });

  it('call the relay of their own home, and are removed from it to the byte', async () => {
    for (const home of homes().listed) await install(home);
    for (const name of ['own', 'work', 'old'] as const) {
      const others = ['own', 'work', 'old'].filter((one) => one !== name);
      assert.ok(read(name).includes(path.join(place(name), 'mission-control')));
      for (const other of others) assert.ok(!read(name).includes(place(other)));
    }
    const work = homes().listed.find(({ name }) => name === 'work');
    assert.ok(work !== undefined && (await work.installer.hasHooks()));
    await work.installer.remove(await work.installer.previewRemove());
    assert.equal(read('work'), originals.work);
    assert.ok(!(await work.installer.hasHooks()));
    assert.notEqual(read('own'), originals.own);
  });

  it('are found in a home that was removed from the setting since', async () => {
    for (const home of homes().listed) await install(home);
    listed = [];
    assert.deepEqual(
      homes().listed.map(({ name }) => name),
      ['own'],
    );
    assert.deepEqual(
      homes().all.map(({ name }) => name),
      ['own', 'work', 'old'],
    );
    await homes().removeHome(place('old'));
    assert.equal(homes().all.length, 2);
  });

  it('are removed everywhere with everything else, also where the setting has no home any more', async () => {
    for (const home of homes().listed) await install(home);
    listed = [place('missing')];
    const [removals, unreadable] = await planRemoval(homes().all);
    assert.deepEqual(
      removals.map(({ home }) => home.name),
      ['own', 'work', 'old'],
    );
    assert.deepEqual(unreadable, []);
    await removeAll(removals, whileStopped);
    for (const [name, text] of Object.entries(originals)) {
      assert.equal(read(name), text, name);
      assert.deepEqual(fs.readdirSync(place(name)), ['settings.json']);
    }
    assert.ok(!fs.existsSync(place('missing')));
  });

  it('are removed from the others where one home can’t be read, which is named', async () => {
    for (const home of homes().listed) await install(home);
    fs.rmSync(settings('work'));
    fs.mkdirSync(settings('work'));
    const [removals, unreadable] = await planRemoval(homes().all);
    assert.deepEqual(unreadable, [`${place('work')} can’t be read and stays as it is.`]);
    await removeAll(removals, whileStopped);
    assert.equal(read('own'), originals.own);
    assert.equal(read('old'), originals.old);
    assert.ok(fs.existsSync(path.join(place('work'), 'mission-control')));
  });
});
