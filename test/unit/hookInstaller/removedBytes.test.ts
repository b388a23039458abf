import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import * as fc from 'fast-check';
import { HookInstaller } from '../../../src/extension/hookInstaller/installer';
import { SettingsError } from '../../../src/extension/agents/claude/settings/settingsError';
import { silentLog } from '../../../src/extension/util/log';
import { needs } from '../../support/skip';
import { settingsText } from './settingsText';

describe('Hooks that are removed', function () {
  this.timeout(60_000);
  let root: string;
  let home: string;
  let settings: string;
  beforeEach(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'removed-hooks-'));
    home = path.join(root, '.claude');
    settings = path.join(home, 'settings.json');
    fs.mkdirSync(home);
  });
  afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

  const installer = (version = '2.1.329'): HookInstaller =>
    new HookInstaller({
      configHome: home,
      relaySource: path.resolve('hooks'),
      log: silentLog,
      platform: 'linux',
      managedFolder: path.join(root, 'managed'),
      findClient: async () => ({ path: '/usr/bin/claude', version }),
    });
  const install = async (hooks = installer()): Promise<unknown> =>
    hooks.install(await hooks.previewInstall());
  const remove = async (hooks = installer()): Promise<unknown> =>
    hooks.remove(await hooks.previewRemove());
  const write = (text: string): void => fs.writeFileSync(settings, text);
  const read = (): string => fs.readFileSync(settings, 'utf8');

  it('give back every byte of any settings also where the record of the install is lost', async () => {
    await fc.assert(
      fc.asyncProperty(settingsText, fc.constantFrom('', '{', 'null'), async (text, damage) => {
        write(text);
        await install();
        const record = path.join(home, 'mission-control', 'installed.json');
        if (damage === '') fs.rmSync(record);
        else fs.writeFileSync(record, damage);
        await remove();
        assert.equal(read(), text);
      }),
      { numRuns: 30 },
    );
  });

  it('give back every byte without the record where a comment keeps one list on several lines', async () => {
    const text = '{"hooks":{"Stop":[/* c */],  "SessionStart":[] } }';
    write(text);
    await install();
    fs.rmSync(path.join(home, 'mission-control', 'installed.json'));
    await remove();
    assert.equal(read(), text);
  });

  it('give back every byte after a second install without its record', async () => {
    write('{ "hooks": { "Stop": [ ] } }');
    await install(installer('2.1.27'));
    await install();
    fs.rmSync(path.join(home, 'mission-control', 'installed.json'));
    await remove();
    assert.equal(read(), '{ "hooks": { "Stop": [ ] } }');
  });

  it('keep a record that it cannot read', async () => {
    write('{ }');
    await install();
    const folder = path.join(home, 'mission-control');
    fs.writeFileSync(path.join(folder, 'installed.json'), '{"version":1,');
    await remove();
    const renamed = fs.readdirSync(folder).find((name) => name.includes('.unreadable-')) ?? '';
    assert.equal(fs.readFileSync(path.join(folder, renamed), 'utf8'), '{"version":1,');
  });

  /** Remaining text after our whole folder was deleted and the hooks were then removed. */
  const withoutFolder: Readonly<Record<string, string>> = {
    '': '{}\n',
    ' ': '{}\n',
    '{ }': '{}',
    '{\n}': '{}',
    '{"hooks":{}}': '{}',
    '{"a":1,"hooks":{ }}': '{"a":1}',
    '{"hooks":{"Stop":[]}}': '{}',
    '{"hooks":{"Stop":[],"Setup":[{"hooks":[]}]}}': '{"hooks":{"Setup":[{"hooks":[]}]}}',
  };
  for (const [text, left] of Object.entries(withoutFolder)) {
    it(`leave ${JSON.stringify(left)} of ${JSON.stringify(text)} where our folder is lost`, async () => {
      write(text);
      await install();
      fs.rmSync(path.join(home, 'mission-control'), { recursive: true });
      await remove();
      assert.equal(read(), left);
    });
  }

  for (const text of [
    '{ /* c */ }',
    '{/* c */}',
    '{\n  "hooks": {\n    // mine\n  }\n}\n',
    '{"hooks":{"Stop":[/* c */]}}',
    '{"hooks":/* c */{}}',
  ]) {
    it(`give back every byte of ${JSON.stringify(text)} where our folder is lost`, async () => {
      write(text);
      await install();
      fs.rmSync(path.join(home, 'mission-control'), { recursive: true });
      await remove();
      assert.equal(read(), text);
    });
  }

  it('leave the comments that somebody wrote between our hooks', async () => {
    write('{}');
    await install();
    write(read().replace('"Stop": [', '"Stop": [ // mine'));
    await remove();
    assert.match(read(), /"Stop": \[ \/\/ mine\s+\]/);
    assert.equal(await installer().status(), 'missing');
  });

  describe('of settings with a second name', () => {
    let second: string;
    beforeEach(function () {
      needs(this, 'links');
      second = path.join(root, 'dotfiles.json');
    });
    const assertLinked = (): void =>
      assert.equal(fs.statSync(second).ino, fs.statSync(settings).ino);

    it('keep both names, of what is installed and of what is removed', async () => {
      write('{ "model": "opus" }');
      fs.linkSync(settings, second);
      await install();
      assertLinked();
      assert.equal(await installer().status(), 'installed');
      await remove();
      assertLinked();
      assert.equal(fs.readFileSync(second, 'utf8'), '{ "model": "opus" }');
      assert.deepEqual(fs.readdirSync(root).sort(), ['.claude', 'dotfiles.json']);
    });

    it('do not take away the file that only our install made: it is somebody’s by now', async () => {
      await install();
      fs.linkSync(settings, second);
      await remove();
      assertLinked();
      assert.equal(fs.readFileSync(second, 'utf8'), '{}\n');
    });

    it('refuse one that was changed meanwhile', async () => {
      write('{ "model": "opus" }');
      fs.linkSync(settings, second);
      const hooks = installer();
      const preview = await hooks.previewInstall();
      fs.writeFileSync(second, '{"a":2}');
      await assert.rejects(hooks.install(preview), (error) => {
        return error instanceof SettingsError && error.reason === 'changed';
      });
      assert.equal(read(), '{"a":2}');
    });
  });
});
