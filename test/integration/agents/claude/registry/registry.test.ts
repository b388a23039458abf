import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { mock } from 'node:test';
import type {
  ProcessGoneEvent,
  ProcessSeenEvent,
} from '../../../../../src/extension/hub/domain/facts/event';
import {
  linuxProcesses,
  portableProcesses,
} from '../../../../../src/extension/hub/ingest/processes';
import { Registry } from '../../../../../src/extension/agents/claude/registry/registry';
import { removeHome, tempHome } from '../../../../support/hub/tempHome';
import { skip } from '../../../../support/skip';
import { until } from '../../../../support/until';
import { idleProcess } from '../../../../support/processes/processes';
import { waitFixedTime } from '../../../../support/waitFixedTime';

describe('The registry', () => {
  let home: string;
  let folder: string;
  let events: (ProcessSeenEvent | ProcessGoneEvent)[];
  let registry: Registry;
  const children: ChildProcess[] = [];

  before(function () {
    if (process.platform !== 'linux') skip(this, 'only Linux tells when a process began');
  });
  beforeEach(async () => {
    home = await tempHome();
    folder = path.join(home, 'sessions');
    events = [];
    registry = new Registry(folder, linuxProcesses, (event) => events.push(event));
  });
  afterEach(async () => {
    registry.dispose();
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await removeHome(home);
  });

  function client(): number {
    const child = idleProcess();
    children.push(child);
    return child.pid;
  }

  async function write(pid: number, sessionId: string, fields: object = {}): Promise<void> {
    await fs.mkdir(folder, { recursive: true });
    const procStart = await linuxProcesses.startOf(pid);
    const entry = { pid, sessionId, procStart, startedAt: 1, status: 'idle', statusUpdatedAt: 1 };
    await fs.writeFile(path.join(folder, `${pid}.json`), JSON.stringify({ ...entry, ...fields }));
  }

  async function kill(pid: number): Promise<void> {
    const child = children.find((one) => one.pid === pid);
    assert.ok(child);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  const reported = (): string[] =>
    events.map((event) =>
      event.type === 'processSeen'
        ? `${event.sessionId} ${event.process.status ?? 'alive'}`
        : `${event.sessionId} ${event.how}`,
    );
  const waitFor = (...expected: string[]): Promise<unknown> =>
    until(reported, (now) => assert.deepEqual(now, expected));

  it('tells every process that runs when it starts', async () => {
    const [one, two] = [client(), client()];
    await write(one, 'a');
    await write(two, 'b', { status: 'busy' });
    await registry.start();
    assert.deepEqual(reported().sort(), ['a idle', 'b busy']);
  });

  it('tells files that come, change and go', async () => {
    const pid = client();
    await registry.start();
    assert.deepEqual(reported(), []);
    await write(pid, 'a');
    await waitFor('a idle');
    await write(pid, 'a', { status: 'busy', statusUpdatedAt: 2 });
    await waitFor('a idle', 'a busy');
    await fs.rm(path.join(folder, `${pid}.json`));
    await waitFor('a idle', 'a busy', 'a exited');
  });

  it('tells nothing twice', async () => {
    const pid = client();
    await write(pid, 'a');
    await registry.start();
    await write(pid, 'a');
    await write(client(), 'b');
    await waitFor('a idle', 'b idle');
  });

  it('keeps what it knows while a file is half written', async () => {
    const pid = client();
    await write(pid, 'a');
    await registry.start();
    await fs.writeFile(path.join(folder, `${pid}.json`), '{"pid":4711,"sess');
    await write(client(), 'other');
    await waitFor('a idle', 'other idle');
    await write(pid, 'a', { status: 'busy' });
    await waitFor('a idle', 'other idle', 'a busy');
  });

  it('passes over a file that was never whole, until it is', async () => {
    const pid = client();
    await fs.mkdir(folder);
    await fs.writeFile(path.join(folder, `${pid}.json`), '{"pid":4711,"sess');
    await registry.start();
    assert.deepEqual(reported(), []);
    await write(pid, 'a');
    await waitFor('a idle');
  });

  it('tells nothing any more once it is disposed', async () => {
    for (const hasFolder of [false, true]) {
      if (hasFolder) await fs.mkdir(folder, { recursive: true });
      registry = new Registry(folder, linuxProcesses, (event) => events.push(event));
      await registry.start();
      registry.dispose();
      await write(client(), 'late');
      await waitFixedTime(700);
      assert.deepEqual(reported(), []);
      await fs.rm(folder, { recursive: true });
    }
  });

  it('tells a killed process whose file stays', async () => {
    const pid = client();
    await write(pid, 'a');
    await registry.start();
    await kill(pid);
    await waitFor('a idle', 'a killed');
    assert.deepEqual(await fs.readdir(folder), [`${pid}.json`], 'deletes nothing');
  });

  it('does not take what an earlier process of that number left for a living one', async () => {
    await write(client(), 'a', { procStart: '1' });
    await write(client(), 'b');
    await registry.start();
    assert.deepEqual(reported(), ['b idle']);
  });

  it('tells a process that goes on with another session', async () => {
    const pid = client();
    await write(pid, 'a');
    await registry.start();
    await write(pid, 'b');
    await waitFor('a idle', 'a moved', 'b idle');
  });

  it('passes over what is not a process', async () => {
    await fs.mkdir(folder);
    for (const name of ['index.json', '1.a1.key', 'notes.txt', 'x1.json']) {
      await fs.writeFile(path.join(folder, name), '{"sessionId":"s"}');
    }
    await fs.mkdir(path.join(folder, '77.json'));
    await write(client(), 'a');
    await registry.start();
    assert.deepEqual(reported(), ['a idle']);
  });

  it('follows the life of a process that only a hook named', async () => {
    const pid = client();
    await registry.start();
    await registry.trackProcess(pid, 'a');
    assert.deepEqual(reported(), ['a alive']);
    const [seen] = events;
    assert.ok(seen?.type === 'processSeen' && seen.at === seen.process.statusAt);
    await registry.trackProcess(pid, 'a');
    await registry.trackProcess(pid, 'b');
    assert.deepEqual(reported(), ['a alive', 'a moved', 'b alive']);
    await kill(pid);
    await waitFor('a alive', 'a moved', 'b alive', 'b exited');
  });

  it('does not adopt a process that is gone', async () => {
    const pid = client();
    await kill(pid);
    await registry.start();
    await registry.trackProcess(pid, 'a');
    assert.deepEqual(reported(), []);
  });

  it('believes the file of a process over a hook', async () => {
    const pid = client();
    await write(pid, 'a');
    await registry.start();
    await registry.trackProcess(pid, 'late hook of another session');
    assert.deepEqual(reported(), ['a idle']);
  });

  it('believes a hook over a file without a status: an old client resumes under another id', async () => {
    const pid = client();
    await write(pid, 'random', { status: undefined });
    await registry.start();
    await registry.trackProcess(pid, 'resumed');
    const moved = ['random alive', 'random moved', 'resumed alive'];
    assert.deepEqual(reported(), moved);
    await write(client(), 'other');
    await waitFor(...moved, 'other idle');
    await write(pid, 'resumed again', { status: 'idle' });
    await waitFor(...moved, 'other idle', 'resumed moved', 'resumed again idle');
  });

  it('believes the file again once it tells a status', async () => {
    const pid = client();
    await write(pid, 'random', { status: undefined });
    await registry.start();
    await registry.trackProcess(pid, 'resumed');
    await write(pid, 'random', { status: 'idle' });
    await waitFor('random alive', 'random moved', 'resumed alive', 'resumed moved', 'random idle');
  });

  it('gives a session that nobody names to the only old client of its folder', async () => {
    const [old, elsewhere, modern] = [client(), client(), client()];
    const cwd = '/home/dev/my.shop';
    await write(old, 'random', { status: undefined, cwd });
    await write(elsewhere, 'far', { status: undefined, cwd: '/home/dev/till' });
    await write(modern, 'new', { cwd });
    await registry.start();
    const before = reported().length;
    const claim = (sessionId: string): Promise<void> =>
      registry.assign(sessionId, `/projects/-home-dev-my-shop/${sessionId}.jsonl`, () => false);
    await claim('resumed');
    assert.deepEqual(reported().slice(before), ['random moved', 'resumed alive']);
    await registry.assign('cleared', '/projects/-home-dev-my-shop/cleared.jsonl', () => true);
    assert.deepEqual(reported().slice(before + 2), ['resumed moved', 'cleared alive']);
    await write(old, 'of its own', { status: undefined, cwd });
    await until(reported, (now) =>
      assert.deepEqual(now.slice(before + 4), ['cleared moved', 'of its own alive']),
    );
  });

  it('gives it, of several, to the one whose own session nobody writes, else to none', async () => {
    const cwd = '/home/dev/shop';
    await write(client(), 'written', { status: undefined, cwd });
    await write(client(), 'unwritten', { status: undefined, cwd });
    await registry.start();
    const before = reported().length;
    const file = '/projects/-home-dev-shop/resumed.jsonl';
    for (const written of [[], ['written', 'unwritten']]) {
      await registry.assign('resumed', file, (id) => written.includes(id));
    }
    assert.equal(reported().length, before);
    await registry.assign('resumed', file, (id) => id === 'written');
    assert.deepEqual(reported().slice(before), ['unwritten moved', 'resumed alive']);
  });

  it('ends the process of a session that its file or a hook names, and none that is a guess', async () => {
    const [plain, resumed, guessed] = [client(), client(), client()];
    const isAlive = (pid: number): boolean => linuxProcesses.isThere(pid);
    await write(plain, 'a');
    await write(resumed, 'random', { status: undefined });
    await write(guessed, 'unwritten', { status: undefined, cwd: '/home/dev/shop' });
    await registry.start();
    await registry.trackProcess(resumed, 'named by its hook');
    await registry.assign('found', '/projects/-home-dev-shop/found.jsonl', () => false);
    assert.ok(reported().includes('found alive'));
    await write(client(), 'without a start', { procStart: undefined });
    await until(reported, (now) => assert.ok(now.includes('without a start idle')));
    for (const sessionId of ['found', 'unwritten', 'random', 'nobody', 'without a start']) {
      assert.equal(await registry.terminate(sessionId), false, sessionId);
    }
    assert.deepEqual([plain, resumed, guessed].map(isAlive), [true, true, true]);
    assert.equal(await registry.terminate('a'), true);
    assert.equal(await registry.terminate('named by its hook'), true);
    await until(reported, (now) =>
      assert.ok(now.includes('a killed') && now.includes('named by its hook killed')),
    );
    assert.ok(isAlive(guessed));
    assert.deepEqual(
      children.map(({ signalCode }) => signalCode),
      ['SIGTERM', 'SIGTERM', null, null],
    );
    // A hook that names the process confirms the guess.
    await registry.trackProcess(guessed, 'found');
    assert.equal(await registry.terminate('found'), true);
  });

  it('goes on with the file when an adopted process writes one', async () => {
    const pid = client();
    await registry.start();
    await registry.trackProcess(pid, 'a');
    await write(pid, 'a');
    await waitFor('a alive', 'a idle');
    await fs.rm(path.join(folder, `${pid}.json`));
    await waitFor('a alive', 'a idle', 'a exited');
  });

  it('lives with a folder that comes, goes and comes again', async () => {
    const pid = client();
    await registry.start();
    await write(pid, 'a');
    await waitFor('a idle');
    await fs.rm(folder, { recursive: true });
    await waitFor('a idle', 'a exited');
    await write(pid, 'a');
    await waitFor('a idle', 'a exited', 'a idle');
    await write(pid, 'a', { status: 'busy' });
    await waitFor('a idle', 'a exited', 'a idle', 'a busy');
  });

  it('sees the folder come by itself: no sweep has to find it', async () => {
    mock.timers.enable({ apis: ['setInterval'] });
    try {
      await registry.start();
      const pid = client();
      await write(pid, 'a');
      await waitFor('a idle');
      await write(pid, 'a', { status: 'busy' });
      await waitFor('a idle', 'a busy');
    } finally {
      mock.timers.reset();
    }
  });

  it('sees at the next sign of life that a process without a status runs a command', async () => {
    mock.timers.enable({ apis: ['setInterval'] });
    try {
      let runsCommand = false;
      registry = new Registry(
        folder,
        { ...linuxProcesses, hasChild: () => Promise.resolve(runsCommand) },
        (event) => events.push(event),
      );
      await write(client(), 'a', { status: undefined });
      await registry.start();
      const commands = (): unknown[] =>
        events.map((event) => event.type === 'processSeen' && event.process.runsCommand);
      assert.deepEqual(commands(), [false]);
      mock.timers.tick(100);
      runsCommand = true;
      mock.timers.tick(100);
      await until(commands, (now) => assert.deepEqual(now, [false, true]));
    } finally {
      mock.timers.reset();
    }
  });

  it('does not read a file larger than any client writes', async () => {
    await write(client(), 'a');
    await write(client(), 'b', { name: 'x'.repeat(10_000_000) });
    await registry.start();
    await waitFor('a idle');
  });

  it('sees the end of a process where start times are unknown', async () => {
    const pid = client();
    registry.dispose();
    registry = new Registry(folder, portableProcesses, (event) => events.push(event));
    const now = Date.now();
    await write(pid, 'a', { procStart: 'Mon Mar  2 10:00:00 2026', statusUpdatedAt: now });
    await registry.start();
    await kill(pid);
    await waitFor('a idle', 'a killed');
  });

  it('takes no process for a client that was there before the machine was started', async () => {
    const [before, now] = [client(), client()];
    registry.dispose();
    registry = new Registry(folder, portableProcesses, (event) => events.push(event));
    await write(before, 'a', { procStart: undefined });
    await write(now, 'b', { procStart: undefined, startedAt: Date.now() });
    await registry.start();
    assert.deepEqual(reported(), ['b idle']);
  });

  it('knows what clients have left behind that were killed', async () => {
    const [killed, lives] = [client(), client()];
    await write(killed, 'a');
    await write(lives, 'b');
    await fs.writeFile(path.join(folder, '1.json'), '{');
    await kill(killed);
    await registry.start();
    const left = await registry.leftBehind();
    assert.deepEqual(
      left.map(({ sessionId, process: { pid } }) => [sessionId, pid]),
      [['a', killed]],
    );
  });
});
