import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { HookInstaller } from '../../../src/extension/hookInstaller/installer';
import { dayOf } from '../../../src/extension/hub/store/stateHistory';
import { findHub } from '../../../src/extension/link/findHub';
import { findRunningHub } from '../../../src/extension/link/runningHub';
import { silentLog } from '../../../src/extension/util/log';
import { endpointSchema, routes } from '../../../src/shared/protocol/protocol';
import { aHook } from '../../support/hub/hooks';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { needs } from '../../support/skip';
import { until } from '../../support/until';
import { makeNamedPipe } from '../../support/namedPipe';

const hubFiles = ['token', 'endpoint.json', 'relay.conf', 'relay-wait.conf', 'relay-rewake.conf'];
const keptFiles = ['archived.json', 'mutes.json', 'notified.json', 'prompts.json', 'stranded.json'];
const installFiles = ['installed.json', 'relay.sh'];
const cacheFiles = ['board.jsonl', 'usage.bin', 'sessions.jsonl', 'outcomes.jsonl'].map(
  (name) => `cache/${name}`,
);
const folders = ['cache', 'days', 'backups'];

const mine = 'what somebody keeps here';

const kinds: Readonly<Record<string, (file: string) => Promise<unknown>>> = {
  'a folder with something in it': async (file) => {
    await fs.mkdir(file, { recursive: true });
    await fs.writeFile(path.join(file, 'inside'), mine);
  },
  'an empty folder': (file) => fs.mkdir(file, { recursive: true }),
  'a pipe': async (file) => makeNamedPipe(file),
  'a link to nothing': (file) => fs.symlink('/nowhere/at/all', file),
  'a link to itself': (file) => fs.symlink(path.basename(file), file),
  'a file that nobody may read': (file) => fs.writeFile(file, mine, { mode: 0 }),
  'a file of something else': (file) => fs.writeFile(file, mine),
};

describe('Under every name of ours, something else', function () {
  this.timeout(120_000);
  let home: string;
  let folder: string;
  beforeEach(async function () {
    needs(this, 'sh');
    home = await tempHome();
    folder = path.join(home, 'mission-control');
    await fs.mkdir(folder, { mode: 0o700 });
  });
  afterEach(() => removeHome(home));

  const isFile = async (name: string): Promise<boolean> =>
    (await fs.lstat(path.join(folder, name))).isFile();

  /** Triggers all writes of our files, and checks that they succeeded. */
  async function works(): Promise<void> {
    const transcript = TranscriptFile.of(home, 'session-1');
    await transcript.write(transcript.prompt('Build the shop'));
    const hub = await TestHub.start(home);
    try {
      await hub.waitFor('session-1', ({ title }) => assert.equal(title, 'Build the shop'));
      assert.equal((await hub.hook(aHook('Stop', { session_id: 'session-1' }))).status, 204);
      const stream = await hub.window('w1');
      const session = `${routes.sessions}/session-1`;
      const change = { kind: 'add', id: 'p1', text: 'Go on' };
      const posted = [
        await hub.post(`${session}/archive`, { archived: true }),
        await hub.post(routes.mutes, { mute: { scope: 'all' }, on: true }),
        await hub.signed('prompts', 'session-1', { window: 'w1', change }),
        await hub.call(`${routes.history}?tokens=pr:any`),
      ];
      assert.ok(
        posted.every(({ status }) => status < 300),
        posted.map(({ status, text }) => `${status} ${text}`).join('\n'),
      );
      for (const name of ['key', ...hubFiles, 'archived.json', 'mutes.json', 'prompts.json']) {
        await until(
          () => isFile(name),
          (is) => assert.ok(is, name),
        );
      }
      const key = await fs.readFile(path.join(folder, 'key'), 'utf8');
      assert.match(key, /^[0-9a-f]{64}$/);
      const port = Number(new URL(hub.url).port);
      const found = await findHub(home, [port]);
      assert.equal(found.kind === 'follow' && found.token, hub.running.token);
      assert.equal((await findRunningHub(home))?.token, hub.running.token);
      stream.close();
    } finally {
      await hub.close();
    }
    for (const name of hubFiles) await assert.rejects(fs.lstat(path.join(folder, name)), name);
    for (const name of ['cache', 'days']) {
      assert.ok((await fs.lstat(path.join(folder, name))).isDirectory(), name);
    }
    assert.ok(await isFile(`days/${dayOf(Date.now())}.json`));
    const installer = new HookInstaller({
      configHome: home,
      relaySource: path.resolve('hooks'),
      log: silentLog,
      platform: 'linux',
      findClient: async () => ({ path: '/usr/bin/claude', version: '2.1.329' }),
    });
    await fs.writeFile(path.join(home, 'settings.json'), '{ }');
    assert.equal(await installer.status(), 'missing');
    await installer.install(await installer.previewInstall());
    assert.equal(await installer.status(), 'installed');
    await installer.remove(await installer.previewRemove());
    assert.equal(await fs.readFile(path.join(home, 'settings.json'), 'utf8'), '{ }');
  }

  /** Checks that the person's entry was kept under a different name. */
  async function assertSetAside(name: string): Promise<void> {
    const parent = path.join(folder, path.dirname(name));
    const start = `${path.basename(name)}.unreadable-`;
    const renamed = (await fs.readdir(parent)).find((one) => one.startsWith(start)) ?? 'none';
    const file = path.join(parent, renamed);
    const inner = (await fs.lstat(file)).isDirectory() ? path.join(file, 'inside') : file;
    assert.equal(await fs.readFile(inner, 'utf8'), mine);
  }

  for (const [kind, make] of Object.entries(kinds)) {
    it(`${kind}: a hub starts, works and ends, and hooks come and go`, async function () {
      if (kind.includes('link')) needs(this, 'links');
      const days = [`days/${dayOf(Date.now())}.json`];
      const names = ['key', ...hubFiles, ...keptFiles, ...installFiles, ...cacheFiles, ...days];
      for (const name of ['cache', 'days']) await fs.mkdir(path.join(folder, name));
      for (const name of names) await make(path.join(folder, name));
      await works();
      if (kind.includes('something in it')) {
        const atOnce = names.filter((name) => !name.startsWith('cache/'));
        for (const name of atOnce) await assertSetAside(name);
      }
      // Files whose content cannot be recovered; the others can be written again.
      const irreplaceable = [...keptFiles, 'installed.json', ...days];
      if (kind.includes('a file')) for (const name of irreplaceable) await assertSetAside(name);
    });

    if (kind.includes('folder')) continue;
    it(`${kind} in the place of each folder: the same`, async function () {
      if (kind.includes('link')) needs(this, 'links');
      for (const name of folders) await make(path.join(folder, name));
      await works();
      if (kind.includes('file')) for (const name of folders) await assertSetAside(name);
    });
  }

  it('an address that is whole, and a token in whose place a folder is: the hub writes it again', async () => {
    const hub = await TestHub.start(home);
    await fs.rm(path.join(folder, 'token'));
    await fs.mkdir(path.join(folder, 'token'));
    await until(
      () => fs.readFile(path.join(folder, 'token'), 'utf8').catch(() => ''),
      (token) => assert.equal(token, hub.running.token),
    );
    const text = await fs.readFile(path.join(folder, 'endpoint.json'), 'utf8');
    assert.deepEqual(endpointSchema.parse(JSON.parse(text)), hub.running.endpoint);
    await hub.close();
  });
});
