import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import * as net from 'node:net';
import * as path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { HubLink } from '../../../src/extension/link/hubLink';
import { silentLog, type Log } from '../../../src/extension/util/log';
import { routes } from '../../../src/shared/protocol/protocol';
import { call } from '../../support/hub/wire/call';
import { aHook, sessionId } from '../../support/hub/hooks';
import { bundleHub, removeBundle } from '../../support/hub/process/hubBundle';
import { freePorts } from '../../support/hub/wire/freePorts';
import { Stranger } from '../../support/hub/wire/stranger';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { aSummary } from '../../support/sessionBuilder';
import { assertStays } from '../../support/assertStays';
import { until } from '../../support/until';

/** Effectively disables ending a hub by force, which would leave files behind. */
const closeMs = 3_600_000;

let script: string;
before(async () => (script = await bundleHub()));
after(() => removeBundle(script));

describe('Windows of one machine', () => {
  let home: string;
  let ports: number[];
  const links: HubLink[] = [];
  const strangers: Stranger[] = [];

  beforeEach(async () => {
    home = await tempHome();
    ports = await freePorts(3);
  });
  afterEach(async () => {
    await Promise.all(links.splice(0).map((link) => link.shutdown()));
    for (const stranger of strangers.splice(0)) await stranger.stop();
    await removeHome(home);
  });

  function open(logged: string[] = [], thread = script): HubLink {
    const note = (message: string): unknown => logged.push(message);
    const log: Log = { ...silentLog, info: note, warn: note, error: note };
    const link = new HubLink({ configHome: home, script: thread, log, ports, closeMs });
    links.push(link);
    link.start();
    return link;
  }
  const live = (link: HubLink): Promise<unknown> =>
    until(
      () => link.board.connection,
      (connection) => assert.equal(connection, 'live'),
    );
  const read = (name: string): Promise<string> =>
    fs.readFile(path.join(home, 'mission-control', name), 'utf8');
  async function address(): Promise<string> {
    return (JSON.parse(await read('endpoint.json')) as { readonly url: string }).url;
  }
  async function hook(payload: unknown): Promise<number> {
    const headers = { authorization: `Bearer ${await read('token')}` };
    const body = JSON.stringify(payload);
    const url = `${await address()}${routes.hook}`;
    return (await call(url, { method: 'POST', headers, body })).status;
  }
  const shows = (link: HubLink, state: string): Promise<unknown> =>
    until(
      () => link.board.get(sessionId)?.agentState.state,
      (now) => assert.equal(now, state),
    );

  it('have one hub, and the same board in each', async () => {
    const logs: [string[], string[], string[]] = [[], [], []];
    const windows = logs.map((lines) => open(lines));
    for (const window of windows) await live(window);
    assert.equal(await hook(aHook('UserPromptSubmit', { prompt: 'Go' })), 204);
    for (const window of windows) await shows(window, 'thinking');
    await until(
      () => windows.map(({ board }) => ({ sessions: board.sessions, summary: board.summary })),
      ([first, ...others]) => {
        for (const other of others) assert.deepEqual(other, first);
      },
    );
    const roles = logs.flat().filter((line) => line.startsWith('This window'));
    assert.equal(roles.filter((line) => line.includes('is the hub')).length, 1, roles.join('\n'));
    assert.equal(roles.filter((line) => line.includes('follows the hub')).length, 2);
  });

  it('follow another hub once their own has lost the port, also if its thread would not end', async () => {
    const thread = path.join(home, 'thread.cjs');
    await fs.writeFile(
      thread,
      `const { parentPort } = require('node:worker_threads');
      parentPort.on('message', ({ type }) => { if (type === 'close') process.exit(); });
      parentPort.postMessage({ type: 'occupied' });`,
    );
    const logged: string[] = [];
    const second = open(logged, thread);
    await until(
      () => logged.join('\n'),
      (all) => assert.match(all, /another window was first/),
    );
    await live(open());
    await live(second);
    const roles = logged.filter((line) => line.startsWith('This window'));
    assert.deepEqual(roles, [`This window follows the hub at ${await address()}`]);
  });

  it('get a long request whole when they ask for it, and a sentence when there is none', async () => {
    const window = open();
    await assert.rejects(window.hub.call('request', { sessionId }), /reconnecting/);
    await live(window);
    const input = { file_path: 'a.ts', content: 'x'.repeat(100_000) };
    await hook(aHook('PermissionRequest', { tool_name: 'Write', tool_input: input }));
    await shows(window, 'needs_permission');
    assert.equal(window.board.get(sessionId)?.pendingRequest?.whole, false);
    assert.deepEqual((await window.hub.call('request', { sessionId })).toolInput, input);
    await hook(aHook('Stop'));
    await shows(window, 'idle');
    await assert.rejects(window.hub.call('request', { sessionId }), /isn’t asking for anything/);
  });

  it('go on with another hub when the hub closes', async () => {
    const transcript = TranscriptFile.of(home, sessionId);
    await transcript.write(transcript.prompt('Before'), transcript.answer('Shall I?'));
    const first = open();
    await live(first);
    const second = open();
    await live(second);
    await shows(second, 'awaiting_input');
    const token = await read('token');
    const connections: string[] = [];
    second.board.onDidChange(() => connections.push(second.board.connection));
    await first.shutdown();
    await until(
      () => read('token').catch(() => token),
      (now) => assert.notEqual(now, token),
    );
    await live(second);
    assert.ok(connections.includes('offline'), connections.join());
    assert.equal(await hook(aHook('SessionStart', { session_id: 'next' })), 204);
    await until(
      () => second.board.get('next'),
      (session) => assert.ok(session),
    );
    // A busy machine may read the transcripts later than the first snapshot waits for them.
    await until(
      () => second.board.get(sessionId)?.title,
      (title) => assert.equal(title, 'Before'),
    );
  });

  it('leave the one that follows as it was when the follower closes', async () => {
    const first = open();
    await live(first);
    const second = open();
    await live(second);
    await second.shutdown();
    assert.equal(await hook(aHook('SessionStart')), 204);
    await shows(first, 'idle');
    assert.equal(first.board.connection, 'live');
  });

  it('step over a program that has the first port', async () => {
    const [first = 0, second] = ports;
    strangers.push(await Stranger.start((_request, response) => response.end('hi'), first));
    const window = open();
    await live(window);
    assert.equal(await address(), `http://127.0.0.1:${second}`);
    const [stranger] = strangers;
    const token = await read('token');
    assert.ok(!JSON.stringify(stranger?.asked).includes(token), 'the token went to a stranger');
  });

  it('step over a port that cannot be bound, and take it when it is free again', async () => {
    const [second = 0] = ports;
    const stranger = await Stranger.start();
    strangers.push(stranger);
    // The local port of some program's connection: it is in use, but nothing listens on it.
    const connection = net.connect(stranger.port, '127.0.0.1');
    await once(connection, 'connect');
    const first = connection.localPort ?? 0;
    ports = [first, second];
    const window = open();
    await live(window);
    assert.equal(await address(), `http://127.0.0.1:${second}`);
    connection.resetAndDestroy();
    await once(connection, 'close');
    await crash(window);
    await until(address, (now) => assert.equal(now, `http://127.0.0.1:${first}`));
    await live(window);
  });

  it('start a hub anew when it crashes', async () => {
    const logged: string[] = [];
    const window = open(logged);
    await live(window);
    assert.equal(await hook(aHook('SessionStart')), 204);
    await shows(window, 'idle');
    const token = await read('token');
    await crash(window);
    await until(
      () => read('token'),
      (now) => assert.notEqual(now, token),
    );
    await live(window);
    assert.equal(await hook(aHook('UserPromptSubmit', { prompt: 'Go' })), 204);
    await shows(window, 'thinking');
    assert.equal(logged.filter((line) => line.includes('is the hub')).length, 2, logged.join('\n'));
  });

  it('start one that crashes again and again ever less often', async () => {
    const starts = path.join(home, 'starts');
    const crashing = path.join(home, 'crashing.js');
    await fs.writeFile(crashing, crashingHub(starts));
    const link = new HubLink({ configHome: home, script: crashing, log: silentLog, ports });
    links.push(link);
    link.start();
    const times = await until(
      async () => (await fs.readFile(starts, 'utf8')).trim().split('\n').map(Number),
      (all) => assert.ok(all.length >= 5),
    );
    const [first = 0, , , , fifth = 0] = times;
    // The minimum of the delays of 50, 100, 250 and 500 ms after jitter.
    assert.ok(fifth - first >= 675, `five starts in ${fifth - first} ms`);
  });

  it('start no other hub when they close while theirs has to be ended by force', async () => {
    const starts = path.join(home, 'starts');
    const stubborn = path.join(home, 'stubborn.js');
    await fs.writeFile(stubborn, stubbornHub(starts));
    const warnings: string[] = [];
    const log: Log = { ...silentLog, warn: (message) => warnings.push(message) };
    const link = new HubLink({ configHome: home, script: stubborn, log, ports });
    links.push(link);
    link.start();
    await until(
      () => warnings,
      (all) => assert.match(all[0] ?? '', /is gone/),
    );
    const isOne = (text: string): void => assert.equal(text, '.');
    const read = (): Promise<string> => fs.readFile(starts, 'utf8');
    // The window looks for a hub again, finds none, and ends its own.
    await assertStays(500, read, isOne);
    await link.shutdown();
    await assertStays(500, read, isOne);
  });

  it('say what stands in the way, once, and go on when it is gone', async () => {
    ports = ports.slice(0, 1);
    const [port = 0] = ports;
    const stranger = await Stranger.start((_request, response) => response.end('hi'), port);
    const logged: string[] = [];
    const window = open(logged);
    await until(
      () => stranger.asked.length,
      (asked) => assert.ok(asked >= 3),
    );
    assert.equal(logged.length, 1);
    assert.match(logged[0] ?? '', /Other programs use all of the ports/);
    assert.equal(window.board.connection, 'connecting');
    await stranger.stop();
    await live(window);
  });

  it('leave nothing behind when they all close', async () => {
    const windows = [open(), open()];
    for (const window of windows) await live(window);
    await Promise.all(windows.map((window) => window.shutdown()));
    const left = await fs.readdir(path.join(home, 'mission-control'));
    assert.deepEqual(left, ['key', 'machine', 'program']);
    await noneListens();
  });

  it('may close in the middle of their start', async () => {
    const window = open();
    await window.shutdown();
    const other = open();
    await until(
      () => fs.readdir(path.join(home, 'mission-control')),
      (names) => assert.ok(names.includes('key')),
    );
    await other.shutdown();
    await live(open());
  });

  it('leave no hub behind that was still starting when they closed', async () => {
    for (const turns of [0, 1, 3, 10, 30, 100, 300]) {
      const window = open();
      for (let count = 0; count < turns; count += 1) await turn();
      await window.shutdown();
    }
    // A hub that was closed while starting may not have written all lasting files; this one has.
    const last = open();
    await live(last);
    await last.shutdown();
    await hasNoHub();
  });

  it('stay closed that close while they were stopped', async () => {
    const window = open();
    await live(window);
    await window.whileStopped(() => window.shutdown());
    await hasNoHub();
  });

  async function hasNoHub(): Promise<void> {
    // Longer than a hub takes to start.
    await assertStays(
      1_500,
      async () => {
        await noneListens();
        return fs.readdir(path.join(home, 'mission-control'));
      },
      (left) => assert.deepEqual(left, ['key', 'machine', 'program']),
    );
  }

  async function noneListens(): Promise<void> {
    for (const port of ports) {
      await assert.rejects(call(`http://127.0.0.1:${port}`), { code: 'ECONNREFUSED' });
    }
  }
});

/** A hub that reports that it listens but neither does nor ends; it records each start. */
function stubbornHub(starts: string): string {
  return `
    const { parentPort, workerData } = require('node:worker_threads');
    require('node:fs').appendFileSync(${JSON.stringify(starts)}, '.');
    parentPort.on('message', () => undefined);
    const url = 'http://127.0.0.1:' + workerData.port;
    parentPort.postMessage({ type: 'listening', endpoint: { url }, token: 'token' });
  `;
}

/** A hub that serves an empty board and then crashes; it records each start. */
function crashingHub(starts: string): string {
  const summary = aSummary([]);
  const snapshot = JSON.stringify({ sessions: [], summary });
  return `
    const { parentPort, workerData } = require('node:worker_threads');
    require('node:fs').appendFileSync(${JSON.stringify(starts)}, Date.now() + '\\n');
    const url = 'http://127.0.0.1:' + workerData.port;
    require('node:http').createServer((request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('id: 0\\nevent: snapshot\\ndata: ' + ${JSON.stringify(snapshot)} + '\\n\\n');
      setTimeout(() => process.exit(1), 20);
    }).listen(workerData.port, '127.0.0.1', () =>
      parentPort.postMessage({ type: 'listening', endpoint: { url }, token: 'token' }));
  `;
}

/** Ends the thread like a bug would; there is no call for that. */
async function crash(link: HubLink): Promise<void> {
  const worker: unknown = Reflect.get(Reflect.get(link, 'hosted') as object, 'worker');
  await (worker as { terminate(): Promise<number> }).terminate();
}
