import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { ProcessGoneEvent, ProcessSeenEvent } from '../../../src/extension/hub/domain/event';
import { linuxProcesses, portableProcesses } from '../../../src/extension/hub/ingest/processes';
import { Registry } from '../../../src/extension/hub/ingest/registry';
import { parseRegistryFile, registryPid } from '../../../src/extension/hub/ingest/registryFile';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { skip } from '../../support/skip';
import { until } from '../../support/until';

describe('A registry file', () => {
  const names: readonly (readonly [name: string, pid: number | undefined])[] = [
    ['4711.json', 4711],
    ['4711.a1b2c3.key', undefined],
    ['4711.json.tmp', undefined],
    ['.4711.json', undefined],
    ['index.json', undefined],
    ['4711', undefined],
    ['-1.json', undefined],
    ['99999999999.json', undefined],
    ['4711.JSON', undefined],
  ];
  for (const [name, pid] of names) {
    it(`${pid === undefined ? 'is not' : 'is'} ${name}`, () =>
      assert.equal(registryPid(name), pid));
  }

  it('tells the session, the process and since when it does what it does', () => {
    const text = JSON.stringify({
      pid: 1,
      sessionId: 's',
      startedAt: 10,
      procStart: '61771',
      status: 'waiting',
      waitingFor: 'permission prompt',
      updatedAt: 30,
      statusUpdatedAt: 20,
      future: {},
    });
    const entry = parseRegistryFile(text, 4711);
    assert.equal(entry?.sessionId, 's');
    const { pid, procStart, status, waitingFor, statusAt, startedAt } = entry.process;
    assert.deepEqual(
      [pid, procStart, status, waitingFor, statusAt, startedAt],
      [4711, '61771', 'waiting', 'permission prompt', 20, 10],
    );
  });

  it('of a client that names no status, or a new one, still tells the process', () => {
    const without = parseRegistryFile('{"sessionId":"s","startedAt":10}', 1);
    assert.deepEqual([without?.process.status, without?.process.statusAt], [undefined, 10]);
    const unknown = parseRegistryFile('{"sessionId":"s","status":"dreaming","procStart":5}', 1);
    assert.deepEqual([unknown?.process.status, unknown?.process.procStart], [undefined, undefined]);
  });

  for (const text of [
    '',
    '{',
    '{"sessionId":"s"',
    '[]',
    'null',
    '{}',
    '{"sessionId":""}',
    '{"sessionId":7}',
  ]) {
    it(`that is half written tells nothing: ${text}`, () =>
      assert.equal(parseRegistryFile(text, 1), undefined));
  }
});

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
    const child = spawn('sleep', ['60']);
    children.push(child);
    assert.ok(child.pid !== undefined);
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

  const told = (): string[] =>
    events.map((event) =>
      event.type === 'processSeen'
        ? `${event.sessionId} ${event.process.status ?? 'alive'}`
        : `${event.sessionId} ${event.how}`,
    );
  const waitFor = (...expected: string[]): Promise<unknown> =>
    until(told, (now) => assert.deepEqual(now, expected), 5_000);

  it('tells every process that runs when it starts', async () => {
    const [one, two] = [client(), client()];
    await write(one, 'a');
    await write(two, 'b', { status: 'busy' });
    await registry.start();
    assert.deepEqual(told().sort(), ['a idle', 'b busy']);
  });

  it('tells files that come, change and go', async () => {
    const pid = client();
    await registry.start();
    assert.deepEqual(told(), []);
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
    assert.deepEqual(told(), ['b idle']);
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
    assert.deepEqual(told(), ['a idle']);
  });

  it('follows the life of a process that only a hook named', async () => {
    const pid = client();
    await registry.start();
    await registry.adopt(pid, 'a');
    assert.deepEqual(told(), ['a alive']);
    await registry.adopt(pid, 'a');
    await registry.adopt(pid, 'b');
    assert.deepEqual(told(), ['a alive', 'a moved', 'b alive']);
    await kill(pid);
    await waitFor('a alive', 'a moved', 'b alive', 'b exited');
  });

  it('does not adopt a process that is gone', async () => {
    const pid = client();
    await kill(pid);
    await registry.start();
    await registry.adopt(pid, 'a');
    assert.deepEqual(told(), []);
  });

  it('believes the file of a process over a hook', async () => {
    const pid = client();
    await write(pid, 'a');
    await registry.start();
    await registry.adopt(pid, 'late hook of another session');
    assert.deepEqual(told(), ['a idle']);
  });

  it('goes on with the file when an adopted process writes one', async () => {
    const pid = client();
    await registry.start();
    await registry.adopt(pid, 'a');
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

  it('sees the end of a process where start times are unknown', async () => {
    const pid = client();
    registry.dispose();
    registry = new Registry(folder, portableProcesses, (event) => events.push(event));
    await write(pid, 'a', { procStart: 'Mon Mar  2 10:00:00 2026' });
    await registry.start();
    await kill(pid);
    await waitFor('a idle', 'a killed');
  });
});
