import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import * as path from 'node:path';
import { startHub } from '../../../src/extension/hub/hub';
import { findHub } from '../../../src/extension/link/findHub';
import { HubLink } from '../../../src/extension/link/hubLink';
import { silentLog, type Log } from '../../../src/extension/util/log';
import { protocolVersion, type Hello } from '../../../src/shared/protocol/protocol';
import { HubProcess } from '../../support/hub/process/hubProcess';
import { freePorts } from '../../support/hub/wire/freePorts';
import { stranger, type Stranger } from '../../support/hub/wire/rawStranger';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { waitFixedTime } from '../../support/waitFixedTime';
import { threadScripts } from '../../support/hub/process/threadScripts';
import { needs, skip } from '../../support/skip';
import { until } from '../../support/until';

/**
 * Effectively no timeout: longer than a hub takes to wake up on a busy machine, and longer than any
 * test.
 */
const patientMs = 3_600_000;

describe('A window among other programs and other hubs', () => {
  let home: string;
  let ports: readonly number[];
  let first: number;
  let second: number;
  const running: { close(): Promise<unknown> }[] = [];
  beforeEach(async () => {
    home = await tempHome();
    ports = await freePorts(3);
    [first, second] = ports as [number, number, number];
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => one.close()));
    await removeHome(home);
  });

  async function foreign(port: number, answer?: string): Promise<Stranger> {
    const started = await stranger(port, answer);
    running.push(started);
    return started;
  }

  const strangers: readonly (readonly [title: string, answer: string | undefined])[] = [
    ['says nothing', undefined],
    ['hangs up', ''],
    ['speaks no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['serves another page', 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n<p/>'],
    ['answers without end', `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(1_000_000)}`],
    [
      'claims to be a hub',
      `HTTP/1.1 200 OK\r\n\r\n${JSON.stringify({ version: 1, pid: 1, startedAt: '', proof: '0'.repeat(64) })}`,
    ],
  ];
  for (const [title, answer] of strangers) {
    it(`steps over a program that ${title}, and tells it no secret`, async () => {
      const there = await foreign(first, answer);
      assert.deepEqual(await findHub(home, ports), { kind: 'host', port: second });
      const key = await fs.readFile(path.join(home, 'mission-control', 'key'), 'utf8');
      assert.match(there.received, /nonce=[0-9a-f]{48}/);
      assert.ok(!there.received.includes(key));
      assert.doesNotMatch(there.received, /authorization/i);
    });
  }

  it("steps over another user's hub, which learns nothing and goes on", async function () {
    if (process.getuid?.() !== 0) skip(this, 'takes the part of another user');
    const nobody = 65_534;
    const theirs = await tempHome();
    await fs.chown(theirs, nobody, nobody);
    const hub = await HubProcess.start(theirs, first, nobody);
    try {
      assert.deepEqual(await findHub(home, ports), { kind: 'host', port: second });
      assert.equal((await fetch(`${hub.url}/api/live/sessions`)).status, 401);
      const token = await fs.readFile(path.join(theirs, 'mission-control', 'token'), 'utf8');
      assert.equal(token.trim(), hub.token);
    } finally {
      await hub.kill();
      await removeHome(theirs);
    }
  });

  it('passes over a free port that it could not bind, while there is another', async () => {
    assert.deepEqual(await findHub(home, ports, new Set([first])), { kind: 'host', port: second });
    const found = await findHub(home, ports, new Set(ports));
    assert.deepEqual(found, { kind: 'host', port: first });
  });

  it('starts the next hub where the others do, though it could not bind that port once', async () => {
    // A hub that logs the port at which it starts, and reports the port as taken if another program
    // has it.
    const slow = path.join(home, 'slowHub.js');
    await fs.writeFile(
      slow,
      `const { parentPort, workerData: { port } } = require('node:worker_threads');
      const log = { level: 'info', message: 'starts at ' + port };
      parentPort.postMessage({ type: 'log', lines: [log] });
      parentPort.on('message', ({ type }) => type === 'close' && process.exit());
      setInterval(() => {
        const socket = require('node:net').connect(port, '127.0.0.1');
        socket.on('error', () => undefined);
        socket.on('connect', () => parentPort.postMessage({ type: 'occupied' }));
      }, 20);`,
    );
    const notes: string[] = [];
    const log: Log = { ...silentLog, info: (message) => notes.push(message) };
    const link = new HubLink({ configHome: home, script: slow, log, ports });
    running.push({ close: () => link.shutdown() });
    const starts = (): string[] => notes.filter((note) => note.startsWith('starts at'));
    link.start();
    await until(starts, (ones) => assert.equal(ones.length, 1));
    const rival = await startHub({
      configHome: home,
      port: first,
      scripts: threadScripts(),
      log: silentLog,
    });
    await until(
      () => link.board.connection,
      (connection) => assert.equal(connection, 'live'),
    );
    await rival.close();
    const ones = await until(starts, ({ length }) => assert.equal(length, 2));
    assert.deepEqual(ones, [`starts at ${first}`, `starts at ${first}`]);
  });

  it('waits for a hub that is only busy', async function () {
    needs(this, 'signals');
    const busy = await HubProcess.start(home, first);
    busy.hang();
    const finds = findHub(home, ports, new Set(), true, patientMs);
    await waitFixedTime(2_000); // The suspended hub has not answered at once.
    busy.wake();
    const found = await finds;
    assert.deepEqual([found.kind, 'port' in found && found.port], ['follow', first]);
    await busy.kill();
  });

  it('relieves a hub that hangs', async function () {
    needs(this, 'signals');
    const hanging = await HubProcess.start(home, first);
    hanging.hang();
    assert.deepEqual(await findHub(home, ports), { kind: 'host', port: second });
    await hanging.kill();
  });

  it('steps over a silent stranger on the port of a hub that died, without patience', async () => {
    const dead = await HubProcess.start(home, first);
    await dead.kill();
    await foreign(first);
    const found = await findHub(home, ports, new Set(), true, patientMs);
    assert.deepEqual(found, { kind: 'host', port: second });
  });

  const versions = [
    { title: 'relieves a hub of an older version', version: protocolVersion - 1, kind: 'host' },
    { title: 'leaves a hub of a newer version alone', version: protocolVersion + 1, kind: 'none' },
  ];
  for (const { title, version, kind } of versions) {
    it(title, async () => {
      await findHub(home, ports);
      const key = await fs.readFile(path.join(home, 'mission-control', 'key'), 'utf8');
      const server = createServer((request, response) => {
        const nonce = new URL(request.url ?? '', 'http://x').searchParams.get('nonce');
        const proof = createHmac('sha256', key).update(`hello:${nonce}:${first}`).digest('hex');
        const hello: Hello = { version, pid: process.pid, startedAt: '', proof };
        response.end(JSON.stringify(hello));
      }).listen(first, '127.0.0.1');
      await once(server, 'listening');
      running.push({ close: () => new Promise((resolve) => server.close(resolve)) });
      const found = await findHub(home, ports);
      assert.equal(found.kind, kind);
      if (found.kind === 'none') assert.match(found.reason, /newer version.*reload this window/);
    });
  }
});

describe('The key of a config home', () => {
  before(function () {
    needs(this, 'modes');
  });

  let home: string;
  let file: string;
  beforeEach(async () => {
    home = await tempHome();
    file = path.join(home, 'mission-control', 'key');
    await fs.mkdir(path.dirname(file), { mode: 0o700 });
  });
  afterEach(() => removeHome(home));

  const planted = '1'.repeat(64);
  const cases: readonly (readonly [title: string, plant: () => Promise<void>])[] = [
    ['others could read', () => fs.writeFile(file, planted, { mode: 0o644 })],
    ['is empty', () => fs.writeFile(file, '', { mode: 0o600 })],
    [
      'is a link',
      async () => {
        await fs.writeFile(path.join(home, 'elsewhere'), planted, { mode: 0o600 });
        await fs.symlink(path.join(home, 'elsewhere'), file);
      },
    ],
  ];
  for (const [title, plant] of cases) {
    it(`is made anew when the one there ${title}`, async () => {
      await plant();
      const hub = await startHub({
        configHome: home,
        port: 0,
        scripts: threadScripts(),
        log: silentLog,
      });
      const key = await fs.readFile(file, 'utf8');
      assert.match(key, /^[0-9a-f]{64}$/);
      assert.notEqual(key, planted);
      assert.equal((await fs.lstat(file)).mode & 0o777, 0o600);
      await hub.close();
    });
  }

  it('is made anew when another user put it there', async function () {
    if (process.getuid?.() !== 0) skip(this, 'takes the part of another user');
    await fs.writeFile(file, planted, { mode: 0o600 });
    await fs.chown(file, 65_534, 65_534);
    const hub = await startHub({
      configHome: home,
      port: 0,
      scripts: threadScripts(),
      log: silentLog,
    });
    assert.notEqual(await fs.readFile(file, 'utf8'), planted);
    await hub.close();
  });
});
