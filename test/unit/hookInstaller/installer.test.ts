import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import * as fc from 'fast-check';
import { HookInstaller } from '../../../src/extension/hookInstaller/installer';
import type { HookInstallerOptions } from '../../../src/extension/hookInstaller/installer';
import { SettingsError } from '../../../src/extension/agents/claude/settings/settingsError';
import { silentLog } from '../../../src/extension/util/log';
import { settingsText } from './settingsText';
import { needs } from '../../support/skip';
import { makeNamedPipe } from '../../support/namedPipe';

describe('The hook installer', function () {
  this.timeout(60_000);
  let root: string;
  let home: string;
  let settings: string;
  beforeEach(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'hook installer '));
    home = path.join(root, '.claude');
    settings = path.join(home, 'settings.json');
    fs.mkdirSync(home);
  });
  afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

  function installer(options: Partial<HookInstallerOptions> = {}): HookInstaller {
    return new HookInstaller({
      configHome: home,
      relaySource: path.resolve('hooks'),
      log: silentLog,
      platform: 'linux',
      managedFolder: path.join(root, 'managed'),
      findClient: async () => ({ path: '/usr/bin/claude', version: '2.1.329' }),
      ...options,
    });
  }

  async function install(hooks = installer()): Promise<string | undefined> {
    return (await hooks.install(await hooks.previewInstall())).backupPath;
  }

  async function remove(hooks = installer()): Promise<string | undefined> {
    return (await hooks.remove(await hooks.previewRemove())).backupPath;
  }

  function write(text: string | Buffer): void {
    fs.writeFileSync(settings, text);
  }

  function read(): string {
    return fs.readFileSync(settings, 'utf8');
  }

  async function rejects(run: Promise<unknown>, reason: SettingsError['reason']): Promise<void> {
    await assert.rejects(run, (error) => {
      assert.ok(error instanceof SettingsError, String(error));
      assert.equal(error.reason, reason);
      return true;
    });
  }

  const restored: readonly string[] = [
    '',
    '\n',
    '{}',
    '{ }\r\n',
    '\uFEFF{"a":1}',
    '{\n\t// mine\n\t"hooks": {\n\t\t"Stop": [ ],\n\t},\n}\n\n',
  ];
  for (const text of restored) {
    it(`gives back every byte of ${JSON.stringify(text)}`, async () => {
      write(text);
      await install();
      assert.notEqual(read(), text);
      await remove();
      assert.equal(read(), text);
    });
  }

  it('gives back every byte of any settings, as a file', async () => {
    await fc.assert(
      fc.asyncProperty(settingsText, async (text) => {
        write(text);
        const { mode } = fs.statSync(settings);
        await install();
        assert.equal(await installer().status(), 'installed');
        await remove();
        assert.deepEqual(fs.readFileSync(settings), Buffer.from(text));
        assert.equal(fs.statSync(settings).mode, mode);
      }),
      { numRuns: 30 },
    );
  });

  it('gives back every byte also after it was installed anew by a later version', async () => {
    write('{ "hooks": { } }');
    const older = installer({ findClient: async () => ({ path: '', version: '2.1.27' }) });
    await install(older);
    assert.equal(await installer().status(), 'outdated');
    await install();
    assert.equal(await installer().status(), 'installed');
    await remove();
    assert.equal(read(), '{ "hooks": { } }');
  });

  it('removes a file, and only a file, that it made', async () => {
    await install();
    assert.deepEqual(Object.keys(JSON.parse(read()) as object), ['hooks']);
    await remove();
    assert.ok(!fs.existsSync(settings));
    await install();
    write(read().replace('{', '{ "model": "opus",'));
    await remove();
    assert.deepEqual(JSON.parse(read()), { model: 'opus' });
  });

  it('keeps what was changed since, and what was empty before', async () => {
    write('{\n  "hooks": {\n    "Stop": []\n  }\n}\n');
    await install();
    write(read().replace('{\n', '{\n  "model": "opus",\n'));
    await remove();
    assert.equal(read(), '{\n  "model": "opus",\n  "hooks": {\n    "Stop": []\n  }\n}\n');
  });

  it('keeps what was changed between two installs', async () => {
    write('{}');
    await install(installer({ findClient: async () => ({ path: '', version: '2.1.27' }) }));
    write(read().replace('{', '{ "model": "opus",'));
    await install();
    await remove();
    assert.deepEqual(JSON.parse(read()), { model: 'opus' });
  });

  it('edits the text when its backup is gone or was changed', async () => {
    write('{ }');
    const backup = await install();
    fs.writeFileSync(backup ?? '', '{"bad":true}');
    await remove();
    assert.equal(read(), '{ }');
  });

  it('tells whether the hooks are there, complete and current', async () => {
    assert.equal(await installer().status(), 'missing');
    await install();
    assert.equal(await installer().status(), 'installed');
    const relay = path.join(home, 'mission-control', 'relay.sh');
    fs.appendFileSync(relay, '# older\n');
    assert.equal(await installer().status(), 'outdated');
    await installer().refresh();
    assert.equal(await installer().status(), 'installed');
    write(read().replace('"timeout": 10', '"timeout": 11'));
    assert.equal(await installer().status(), 'outdated');
    await remove();
    assert.equal(await installer().status(), 'missing');
    assert.ok(!fs.existsSync(relay));
  });

  it('brings no relay to where no hooks are installed', async () => {
    await installer().refresh();
    assert.ok(!fs.existsSync(path.join(home, 'mission-control')));
  });

  it('calls hooks outdated that the installed client does not know', async () => {
    await install();
    const old = installer({ findClient: async () => ({ path: '', version: '2.1.85' }) });
    assert.equal(await old.status(), 'outdated');
    const none = installer({ findClient: async () => undefined });
    assert.equal(await none.status(), 'installed');
  });

  it('installs what every version knows when it finds no client, and says so', async () => {
    const preview = await installer({ findClient: async () => undefined }).previewInstall();
    assert.ok(!preview.events.includes('StopFailure'));
    assert.ok(preview.events.includes('PermissionRequest'));
    assert.match(preview.warnings.join(), /Claude Code wasn’t found/);
    assert.equal(preview.clientVersion, undefined);
  });

  it('installs nothing for a client that is too old', async () => {
    const old = installer({ findClient: async () => ({ path: '', version: '2.0.99' }) });
    await rejects(old.previewInstall(), 'old-client');
  });

  it('writes private files in a private folder', async function () {
    needs(this, 'modes');
    write('{}');
    const backup = (await install()) ?? '';
    const folder = path.join(home, 'mission-control');
    const mode = (file: string): number => fs.statSync(file).mode & 0o777;
    assert.equal(mode(folder), 0o700);
    assert.equal(mode(path.join(folder, 'relay.sh')), 0o700);
    assert.equal(mode(path.dirname(backup)), 0o700);
    assert.equal(mode(backup), 0o600);
    assert.equal(fs.readFileSync(backup, 'utf8'), '{}');
  });

  it('follows a link, and keeps the link and the mode', async function () {
    needs(this, 'links');
    const real = path.join(root, 'dotfiles', 'claude.json');
    fs.mkdirSync(path.dirname(real));
    fs.writeFileSync(real, '{"a":1}', { mode: 0o640 });
    fs.symlinkSync('../dotfiles/claude.json', settings);
    await install();
    assert.ok(fs.lstatSync(settings).isSymbolicLink());
    assert.ok(fs.readFileSync(real, 'utf8').includes('mission-control'));
    assert.equal(fs.statSync(real).mode & 0o777, 0o640);
    await remove();
    assert.equal(fs.readFileSync(real, 'utf8'), '{"a":1}');
    assert.deepEqual(fs.readdirSync(path.dirname(real)), ['claude.json']);
  });

  it('writes through a link to a file that does not exist yet', async function () {
    needs(this, 'links');
    fs.symlinkSync(path.join(root, 'later', 'settings.json'), settings);
    await install();
    assert.ok(fs.lstatSync(settings).isSymbolicLink());
    assert.equal(await installer().status(), 'installed');
  });

  it('makes a config home that is missing', async () => {
    fs.rmSync(home, { recursive: true });
    await install();
    assert.equal(await installer().status(), 'installed');
  });

  const refused: readonly (readonly [string, SettingsError['reason'], () => void])[] = [
    ['broken JSON', 'unparsable', () => write('{\n  "hooks": {\n')],
    ['text that is not UTF-8', 'unparsable', () => write(Buffer.from('{"a":"\xff"}', 'latin1'))],
    ['hooks of the wrong type', 'wrong-type', () => write('{"hooks":true}')],
    ['an event twice', 'duplicate-key', () => write('{"hooks":{"Stop":[],"Stop":[]}}')],
    ['a folder in its place', 'unreadable', () => fs.mkdirSync(settings)],
    ['a pipe', 'unreadable', () => makeNamedPipe(settings)],
    ['a link to itself', 'unreadable', () => fs.symlinkSync('settings.json', settings)],
  ];
  for (const [name, reason, prepare] of refused) {
    it(`refuses ${name}, and changes nothing`, async function () {
      if (name.includes('link') || name.includes('pipe')) needs(this, 'links');
      prepare();
      const before = fs.readdirSync(home);
      await rejects(installer().previewInstall(), reason);
      await rejects(installer().previewRemove(), reason);
      await rejects(installer().status(), reason);
      assert.deepEqual(fs.readdirSync(home), before);
    });
  }

  it('refuses a read-only file, and leaves it as it is', async () => {
    write('{"a":1}');
    fs.chmodSync(settings, 0o444);
    await rejects(install(), 'read-only');
    assert.equal(read(), '{"a":1}');
    assert.deepEqual(fs.readdirSync(home).sort(), ['mission-control', 'settings.json']);
  });

  const meanwhile: Readonly<Record<string, () => void>> = {
    changed: () => write('{"a":2}'),
    removed: () => fs.rmSync(settings),
  };
  for (const [what, change] of Object.entries(meanwhile)) {
    it(`refuses a file that was ${what} while the person looked at the change`, async () => {
      write('{"a":1}');
      const hooks = installer();
      const preview = await hooks.previewInstall();
      change();
      const before = fs.existsSync(settings) ? read() : undefined;
      await rejects(hooks.install(preview), 'changed');
      assert.equal(fs.existsSync(settings) ? read() : undefined, before);
      assert.deepEqual(
        fs.readdirSync(home).filter((name) => name.endsWith('.tmp')),
        [],
      );
    });
  }

  it('refuses a file that appeared while the person looked at the change', async () => {
    const hooks = installer();
    const preview = await hooks.previewInstall();
    write('{"a":1}');
    await rejects(hooks.install(preview), 'changed');
    assert.equal(read(), '{"a":1}');
  });

  it('refuses to remove a file that was changed while the person looked at the change', async () => {
    await install();
    const hooks = installer();
    const preview = await hooks.previewRemove();
    write('{"a":1}');
    await rejects(hooks.remove(preview), 'changed');
    assert.equal(read(), '{"a":1}');
  });

  it('lets one of two windows that install at once do it', async () => {
    write('{ "a": 1 }');
    const both = [installer(), installer()];
    const previews = await Promise.all(both.map((hooks) => hooks.previewInstall()));
    const results = await Promise.allSettled(
      both.map((hooks, index) => hooks.install(previews[index] as (typeof previews)[0])),
    );
    for (const result of results) {
      if (result.status === 'fulfilled') continue;
      assert.equal((result.reason as SettingsError).reason, 'changed');
    }
    assert.ok(results.some(({ status }) => status === 'fulfilled'));
    assert.equal(await installer().status(), 'installed');
    await remove();
    assert.equal(read(), '{ "a": 1 }');
  });

  it('loses nothing that others write meanwhile, and leaves whole settings at every moment', async () => {
    write('{ "n": 0 }');
    let [written, lost] = [0, 0];
    const writer = setInterval(() => {
      const text = read();
      if ((JSON.parse(text) as { n: number }).n !== written) lost += 1;
      write(text.replace(/"n": \d+/, `"n": ${++written}`));
    }, 1);
    try {
      const hooks = installer();
      for (let round = 0; round < 12; round += 1) {
        await (round % 2 === 0 ? install(hooks) : remove(hooks)).catch((error: unknown) => {
          assert.ok(error instanceof SettingsError && error.reason === 'changed', String(error));
        });
      }
    } finally {
      clearInterval(writer);
    }
    assert.equal(lost, 0);
    assert.ok(written > 5);
  });

  it('does not take settings that are just being written for empty ones', async () => {
    write('');
    setTimeout(() => write('{"a":1}'), 5);
    assert.equal((await installer().previewInstall()).before, '{"a":1}');
  });

  it('keeps ten backups and always the one that a removal needs', async () => {
    write('{ }');
    const first = (await install()) ?? '';
    for (let round = 0; round < 12; round++) {
      const old = installer({ findClient: async () => ({ path: '', version: '2.1.27' }) });
      await install(round % 2 === 0 ? old : installer());
    }
    const backups = fs.readdirSync(path.dirname(first)).sort();
    assert.equal(backups.length, 11);
    assert.equal(backups[0], path.basename(first));
    await remove();
    assert.equal(read(), '{ }');
  });

  it('makes no backup and no write when nothing would change', async () => {
    write('{}');
    await install();
    const { mtimeMs, ino } = fs.statSync(settings);
    assert.equal(await install(), undefined);
    const now = fs.statSync(settings);
    assert.deepEqual([now.mtimeMs, now.ino], [mtimeMs, ino]);
  });

  it('tells of hooks that a setting keeps from running, and names it', async () => {
    write('{"disableAllHooks":true}');
    const { blockers } = await installer().previewInstall();
    assert.equal(blockers.length, 1);
    assert.match(blockers[0] ?? '', /"disableAllHooks" is set in settings\.json/);
    await install();
    assert.equal(await installer().status(), 'blocked');
    write(read().replace('true', 'false'));
    assert.equal(await installer().status(), 'installed');
    const managed = path.join(root, 'managed');
    fs.mkdirSync(managed);
    const file = path.join(managed, 'managed-settings.json');
    fs.writeFileSync(file, '{"allowManagedHooksOnly":true}');
    assert.equal(await installer().status(), 'blocked');
    const [sentence = ''] = (await installer().previewInstall()).blockers;
    assert.ok(sentence.includes('allowManagedHooksOnly') && sentence.includes(file), sentence);
    await remove();
    assert.equal(await installer().status(), 'missing');
  });

  it('warns of comments, which clients may refuse', async () => {
    write('{ /* mine */ }');
    assert.match((await installer().previewInstall()).warnings.join(), /comments/);
  });
});
