import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { HubLink } from '../../../src/extension/link/hubLink';
import { probe } from '../../../src/extension/link/probe';
import type { Log } from '../../../src/extension/util/log';
import { endpointSchema, routes, type Endpoint } from '../../../src/shared/protocol/protocol';
import { call } from '../../support/hub/wire/call';
import { assertEqualsRecomputed } from '../../support/hub/fromScratch';
import { aHook, sessionId } from '../../support/hub/hooks';
import { HubProcess } from '../../support/hub/process/hubProcess';
import { bundleEntry, type HubScript } from '../../support/hub/process/hubScript';
import { freePorts } from '../../support/hub/wire/freePorts';
import { stranger } from '../../support/hub/wire/rawStranger';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { until } from '../../support/until';
import { needs } from '../../support/skip';

/** A window without an editor: its link, and its log. */
interface Window {
  readonly link: HubLink;
  readonly logged: string[];
  readonly problems: string[];
}

describe('Windows that share a hub', function () {
  this.timeout(60_000);
  let script: HubScript;
  let crashing: HubScript;
  let home: string;
  let ports: readonly number[];
  let windows: Window[];
  let processes: HubProcess[];

  before(async () => {
    script = await bundleEntry('src/extension/hub/main.ts');
    crashing = await bundleEntry('test/support/hub/process/crashingHubMain.ts');
  });
  after(() => Promise.all([script.remove(), crashing.remove()]));
  beforeEach(async () => {
    home = await tempHome();
    ports = await freePorts(3);
    windows = [];
    processes = [];
  });
  afterEach(async () => {
    await Promise.all(windows.map(({ link }) => link.shutdown()));
    await Promise.all(processes.map((one) => one.kill()));
    await removeHome(home);
  });

  function open(file = script.file): Window {
    const logged: string[] = [];
    const problems: string[] = [];
    const note =
      (level: string) =>
      (text: string): void =>
        void logged.push(`${level}: ${text}`);
    const log: Log = { debug() {}, info: note('info'), warn: note('warn'), error: note('error') };
    const onLastingProblem = (reason: string): void => void problems.push(reason);
    const link = new HubLink({ configHome: home, script: file, log, ports, onLastingProblem });
    const window = { link, logged, problems };
    windows.push(window);
    return window;
  }

  function close(window: Window): Promise<void> {
    windows = windows.filter((one) => one !== window);
    return window.link.shutdown();
  }

  async function startSuspendableHub(port = ports[0] ?? 0): Promise<HubProcess> {
    const hub = await HubProcess.start(home, port);
    processes.push(hub);
    return hub;
  }

  async function hubs(): Promise<number> {
    const key = await fs.readFile(path.join(home, 'mission-control', 'key'), 'utf8');
    const results = await Promise.all(ports.map((port) => probe(port, key, 500)));
    return results.filter((result) => result === 'hub').length;
  }

  /** Waits until all windows have the same board of one hub. */
  async function agree(withinMs = 40_000): Promise<void> {
    await until(
      () => windows.map(({ link: { board } }) => [board.connection, board.sessions]),
      (boards) => {
        assert.ok(boards.length > 0);
        for (const board of boards) assert.deepEqual(board, ['live', boards[0]?.[1]]);
      },
      withinMs,
    );
    await until(hubs, (count) => assert.equal(count, 1), withinMs);
  }

  async function endpoint(): Promise<Endpoint> {
    const file = path.join(home, 'mission-control', 'endpoint.json');
    return endpointSchema.parse(JSON.parse(await fs.readFile(file, 'utf8')));
  }

  /** Posts a payload to the hub that the relay would find. */
  async function hook(payload: unknown): Promise<void> {
    const token = await fs.readFile(path.join(home, 'mission-control', 'token'), 'utf8');
    const { url } = await endpoint();
    const headers = { authorization: `Bearer ${token}` };
    const body = JSON.stringify(payload);
    const answer = await call(`${url}${routes.hook}`, { method: 'POST', headers, body });
    assert.equal(answer.status, 204);
  }

  async function transcript(prompt: string): Promise<void> {
    const folder = path.join(home, 'projects', '-home-dev-shop');
    await fs.mkdir(folder, { recursive: true });
    const line = {
      type: 'user',
      uuid: 'u1',
      sessionId,
      cwd: '/home/dev/shop',
      timestamp: new Date().toISOString(),
      message: { role: 'user', content: prompt },
    };
    await fs.writeFile(path.join(folder, `${sessionId}.jsonl`), `${JSON.stringify(line)}\n`);
  }

  async function titles(expected: readonly string[], withinMs = 40_000): Promise<void> {
    await until(
      () => windows.map(({ link }) => link.board.sessions.map(({ title }) => title)),
      (all) => {
        for (const one of all) assert.deepEqual(one, expected);
      },
      withinMs,
    );
  }

  it('that start in the same millisecond have one hub and one board', async () => {
    const all = [open(), open(), open()];
    for (const { link } of all) link.start();
    await agree();
    await hook(aHook('UserPromptSubmit', { prompt: 'Build the shop' }));
    await titles(['Build the shop']);
    await agree();
  });

  it('keep the last board while there is no hub', async () => {
    await transcript('Write the parser');
    const hub = await startSuspendableHub();
    const window = open();
    window.link.start();
    await titles(['Write the parser']);
    const seen: string[] = [];
    window.link.board.onDidChange(() =>
      seen.push(`${window.link.board.connection} ${window.link.board.sessions.length}`),
    );
    await hub.kill();
    await until(
      () => seen,
      (all) => assert.ok(all.includes('live 1')),
    );
    assert.equal(seen[0], 'offline 1');
  });

  it('have another hub when its process is killed', async () => {
    await transcript('Write the parser');
    const hub = await startSuspendableHub();
    for (const { link } of [open(), open()]) link.start();
    await titles(['Write the parser']);
    await hub.kill();
    await until(
      () => windows.map(({ link }) => link.board.connection),
      (states) => assert.ok(states.includes('offline')),
    );
    await agree();
    await titles(['Write the parser']);
  });

  it('relieve a hub that hangs, and when it wakes it stops', async function () {
    needs(this, 'signals');
    await transcript('Write the parser');
    const hanging = await startSuspendableHub();
    for (const { link } of [open(), open()]) link.start();
    await titles(['Write the parser']);
    hanging.hang();
    await until(
      async () => (await endpoint()).url,
      (url) => assert.notEqual(url, hanging.url),
    );
    await agree();
    await hook(aHook('Stop', { session_id: 'another' }));
    hanging.wake();
    await until(
      () => hanging.hasEnded,
      (ended) => assert.ok(ended),
    );
    await agree();
    await hook(aHook('Stop', { session_id: 'a third' }));
    await until(
      () => windows.map(({ link }) => link.board.sessions.length),
      (counts) => assert.deepEqual(counts, [3, 3]),
    );
  });

  it('survive that one of them is reloaded twice in a second', async () => {
    const stays = open();
    let reloaded = open();
    reloaded.link.start();
    stays.link.start();
    await agree();
    for (let times = 0; times < 2; times += 1) {
      const closed = close(reloaded);
      reloaded = open();
      reloaded.link.start();
      await closed;
    }
    await agree();
    await hook(aHook('UserPromptSubmit', { prompt: 'Still here' }));
    await titles(['Still here']);
  });

  it('start a crashed hub again, and say so once', async () => {
    await transcript('Write the parser');
    const window = open(crashing.file);
    window.link.start();
    await titles(['Write the parser']);
    for (let times = 0; times < 2; times += 1) {
      const connects = (): number =>
        window.logged.filter((line) => line.includes('This window')).length;
      const before = connects();
      await fs.writeFile(path.join(home, 'crash'), '');
      await until(connects, (now) => assert.equal(now, before + 1));
    }
    await agree();
    const { board } = window.link;
    await assertEqualsRecomputed(home, async () => ({
      sessions: [...board.sessions],
      summary: board.summary,
    }));
    const crashes = window.logged.filter((line) => line.startsWith('error'));
    assert.equal(crashes.length, 1, crashes.join('\n'));
    assert.match(crashes[0] ?? '', /crashed and is started again: Error: A bug in the hub/);
  });

  it('are told once when every port is taken, and go on as soon as one is free', async () => {
    const others = await Promise.all(ports.map((port) => stranger(port, '')));
    const window = open();
    window.link.start();
    await until(
      () => window.problems,
      (problems) => assert.equal(problems.length, 1),
    );
    assert.match(window.problems[0] ?? '', /Other programs use all of the ports/);
    await Promise.all(others.map((one) => one.close()));
    await agree();
    assert.equal(window.logged.filter((line) => line.includes('Other programs')).length, 1);
  });

  it('of two config homes have two hubs that know nothing of each other', async () => {
    const here = open();
    here.link.start();
    await agree();
    const one = home;
    home = await tempHome();
    const there = open();
    there.link.start();
    await until(
      () => there.link.board.connection,
      (state) => assert.equal(state, 'live'),
    );
    await hook(aHook('UserPromptSubmit', { prompt: 'At home two' }));
    await until(
      () => there.link.board.sessions.length,
      (count) => assert.equal(count, 1),
    );
    assert.equal(here.link.board.sessions.length, 0);
    await close(there);
    await removeHome(home);
    home = one;
  });
});
