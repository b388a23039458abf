import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import * as path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { startHub } from '../../../src/extension/hub/hub';
import { processTable } from '../../../src/extension/hub/ingest/processes';
import { silentLog } from '../../../src/extension/util/log';
import { endpointSchema, routes } from '../../../src/shared/protocol/protocol';
import { relayFiles } from '../../../src/shared/protocol/relayConfig';
import { call } from '../../support/hub/wire/call';
import { TestHub } from '../../support/hub/testHub';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { until } from '../../support/until';
import { threadScripts } from '../../support/hub/process/threadScripts';
import { needs } from '../../support/skip';

const isLinux = process.platform === 'linux';
const endpointFiles = [
  ...(isLinux ? ['hub.events'] : []),
  'hub.sock',
  'token',
  'endpoint.json',
  'relay.conf',
  'relay-wait.conf',
  'relay-rewake.conf',
];

/** Files that remain after a hub ends. */
const lastingFiles = ['key', 'machine', 'program'];

function answers(url: string): Promise<boolean> {
  return call(url).then(
    () => true,
    () => false,
  );
}

/** File names, with the unique names of a hub's socket and folder unified. */
async function names(folder: string): Promise<string[]> {
  const all = await fs.readdir(folder);
  return all.map((name) => name.replace(/^hub-[0-9a-f]{8}\.(?=sock$|events$)/u, 'hub.')).sort();
}

describe('The files of a hub', () => {
  let home: string;
  let folder: string;
  beforeEach(async () => {
    home = await tempHome();
    folder = path.join(home, 'mission-control');
  });
  afterEach(() => removeHome(home));

  it('are there once it listens, and this user alone can read them', async function () {
    needs(this, 'modes');
    const hub = await TestHub.start(home);
    assert.equal((await fs.stat(folder)).mode & 0o777, 0o700);
    assert.deepEqual(await names(folder), [...endpointFiles, ...lastingFiles].sort());
    for (const name of await fs.readdir(folder)) {
      const mode = name.endsWith('.events') ? 0o700 : 0o600;
      assert.equal((await fs.stat(path.join(folder, name))).mode & 0o777, mode, name);
    }
    await hub.close();
  });

  it('tell the address, the process and the token of this start', async () => {
    const hub = await TestHub.start(home);
    const read = (name: string): Promise<string> => fs.readFile(path.join(folder, name), 'utf8');
    const endpoint = endpointSchema.parse(JSON.parse(await read('endpoint.json')));
    assert.deepEqual(endpoint, hub.running.endpoint);
    assert.equal(endpoint.pid, process.pid);
    const token = await read('token');
    assert.match(token, /^[0-9a-f]{64}$/);
    const headers = { authorization: `Bearer ${token}` };
    assert.equal((await call(`${endpoint.url}${routes.summary}`, { headers })).status, 200);
    const { reach } = hub.running;
    assert.ok('socketPath' in reach.way);
    const folderOf = (socket: string): string => socket.replace('.sock', '.events');
    const procStart = (await processTable().startOf(process.pid)) ?? '';
    const started = isLinux ? { events: folderOf(endpoint.socket ?? ''), procStart } : {};
    const target = {
      pid: process.pid,
      origin: endpoint.url,
      token,
      way: reach.way,
      ...started,
    };
    for (const { name, text } of relayFiles(target)) {
      assert.equal(await read(name), text);
    }
    await hub.close();
  });

  it('have a new token at each start and one key for ever', async () => {
    const first = await TestHub.start(home);
    const key = await fs.readFile(path.join(folder, 'key'), 'utf8');
    await first.close();
    const second = await TestHub.start(home);
    assert.notEqual(second.running.token, first.running.token);
    assert.equal(await fs.readFile(path.join(folder, 'key'), 'utf8'), key);
    await second.close();
  });

  it('are removed when it closes, the key excepted', async () => {
    const hub = await TestHub.start(home);
    await hub.close();
    assert.deepEqual(await names(folder), lastingFiles);
  });

  it('are gone before its port is free, so that it takes away no file of the next hub', async () => {
    const hub = await TestHub.start(home);
    const closed = hub.close();
    while (await answers(hub.url)) await setImmediate();
    assert.deepEqual(await names(folder), lastingFiles);
    await closed;
  });

  it('stay when another hub has written its own since', async () => {
    const first = await TestHub.start(home);
    const second = await TestHub.start(home);
    await first.close();
    assert.deepEqual(await names(folder), [...endpointFiles, ...lastingFiles].sort());
    assert.equal(await fs.readFile(path.join(folder, 'token'), 'utf8'), second.running.token);
    await second.close();
    assert.deepEqual(await names(folder), lastingFiles);
  });

  it('make a folder private that was open to others', async function () {
    needs(this, 'modes');
    await fs.mkdir(folder, { mode: 0o755 });
    await fs.chmod(folder, 0o755);
    const hub = await TestHub.start(home);
    assert.equal((await fs.stat(folder)).mode & 0o777, 0o700);
    await hub.close();
  });

  it('are not written through a link to another folder', async function () {
    needs(this, 'links');
    const elsewhere = path.join(home, 'elsewhere');
    await fs.mkdir(elsewhere);
    await fs.symlink(elsewhere, folder);
    await assert.rejects(TestHub.start(home), /must be a folder of your own/);
    assert.deepEqual(await names(elsewhere), []);
  });

  it('are not touched by a hub whose port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    await assert.rejects(
      startHub({ configHome: home, port, scripts: threadScripts(), log: silentLog }),
      {
        code: 'EADDRINUSE',
      },
    );
    assert.deepEqual(await names(folder), ['key']);
    taken.close();
  });

  it('are written where a folder had the name of one: that is set aside', async () => {
    await fs.mkdir(path.join(folder, 'endpoint.json'), { recursive: true });
    const hub = await TestHub.start(home);
    assert.equal((await hub.call(routes.summary)).status, 200);
    const ours = (await names(folder)).filter((name) => !name.includes('.unreadable-'));
    assert.deepEqual(ours, [...endpointFiles, ...lastingFiles].sort());
    await hub.close();
    const [aside = '', ...left] = await names(folder);
    assert.match(aside, /^endpoint\.json\.unreadable-/);
    assert.deepEqual(left, lastingFiles);
  });

  it('are written again when somebody took them away', async () => {
    const hub = await TestHub.start(home);
    for (const name of await fs.readdir(folder)) {
      if (name !== 'key') await fs.rm(path.join(folder, name), { recursive: true });
    }
    await until(
      () => names(folder),
      (now) => assert.deepEqual(now, [...endpointFiles, 'key'].sort()),
    );
    await hub.close();
  });

  it('are not written again when their folder was removed: the hub stops', async () => {
    const hub = await TestHub.start(home);
    await fs.rm(folder, { recursive: true });
    await hub.running.retired;
    await assert.rejects(call(hub.url), { code: 'ECONNREFUSED' });
    assert.deepEqual(await names(home), []);
  });

  it('of another hub tell an older one to stop, and stay as they are', async () => {
    const older = await TestHub.start(home);
    const newer = await TestHub.start(home);
    await older.running.retired;
    await assert.rejects(call(older.url), { code: 'ECONNREFUSED' });
    assert.equal(await fs.readFile(path.join(folder, 'token'), 'utf8'), newer.running.token);
    assert.equal((await newer.call(routes.summary)).status, 200);
    await older.close();
    await newer.close();
  });

  it('that two hubs wrote in turns end as the files of one', async () => {
    const first = await TestHub.start(home);
    const second = await TestHub.start(home);
    const endpoint = JSON.stringify(first.running.endpoint);
    await fs.writeFile(path.join(folder, 'endpoint.json'), endpoint);
    await until(
      () => fs.readFile(path.join(folder, 'endpoint.json'), 'utf8'),
      (text) => assert.deepEqual(JSON.parse(text), second.running.endpoint),
    );
    await first.close();
    await second.close();
  });
});

describe('A hub that closes', () => {
  it('ends its streams and frees its port', async () => {
    const hub = await TestHub.start();
    const reader = hub.stream();
    await reader.waitFor((frames) => assert.equal(frames.length, 1));
    await hub.close();
    await until(
      () => reader.ended,
      (ended) => assert.ok(ended),
    );
    await assert.rejects(call(hub.url), { code: 'ECONNREFUSED' });
    await hub.dispose();
  });
});
