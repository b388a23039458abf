import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { codexHookFor } from '../../../../src/extension/agents/codex/hooks/codexCommand';
import { LockRegistry } from '../../../../src/extension/agents/codex/locks/lockRegistry';
import type {
  ProcessGoneEvent,
  ProcessSeenEvent,
} from '../../../../src/extension/hub/domain/facts/event';
import { linuxProcesses } from '../../../../src/extension/hub/ingest/processes';
import { silentLog } from '../../../../src/extension/util/log';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { skip } from '../../../support/skip';
import { until } from '../../../support/until';
import { waitFixedTime } from '../../../support/waitFixedTime';

const own = '01a21914-8432-7e50-ba9f-d5084ce929c3';
const shared = '01a21914-86e7-7ee2-9811-57eafbdc1496';
const subagent = '01a21914-8770-7b21-b694-d911e94a62a9';

/** Runs while it has a standard input, each line of which it runs in a shell. */
const holder = `
  const { spawn } = require('node:child_process');
  process.stdin.on('data', (line) => spawn('/bin/sh', ['-c', String(line)])).on('end', () => process.exit());
`;

describe('The locks of Codex', () => {
  let home = '';
  let folder = '';
  let registry: LockRegistry;
  let sessions: Set<string>;
  let children: ChildProcess[];
  let events: (ProcessSeenEvent | ProcessGoneEvent)[];
  before(function () {
    if (process.platform !== 'linux') skip(this, 'only Linux tells who holds a lock');
  });
  beforeEach(async () => {
    home = await tempHome();
    folder = path.join(home, 'thread-writer-locks');
    fs.mkdirSync(folder);
    children = [];
    events = [];
    sessions = new Set([own, shared]);
    registry = new LockRegistry({
      folder,
      processes: linuxProcesses,
      log: silentLog,
      emit: (event) => events.push(event),
      isSession: (id) => (sessions.has(id) ? true : id === subagent ? false : undefined),
    });
  });
  afterEach(async () => {
    registry.dispose();
    for (const child of children) child.kill('SIGKILL');
    await removeHome(home);
  });

  const lockOf = (id: string): string => path.join(folder, `${id}.lock`);
  /** Starts a process that holds a session's lock, and returns it once it does. */
  async function hold(id: string, ...args: readonly string[]): Promise<ChildProcess> {
    const lock = ['-F', '-x', lockOf(id), process.execPath, '-e', holder, '--', ...args];
    const child = spawn('flock', lock, { cwd: home, stdio: ['pipe', 'ignore', 'inherit'] });
    children.push(child);
    const inode = (): number | undefined => fs.statSync(lockOf(id), { throwIfNoEntry: false })?.ino;
    await until(
      () => fs.readFileSync('/proc/locks', 'utf8'),
      (list) => assert.match(list, new RegExp(`:${inode()} `, 'u')),
    );
    // flock has become the program once its command line is that of the program.
    await until(
      () => fs.readFileSync(`/proc/${child.pid}/cmdline`, 'utf8'),
      (line) => assert.ok(!line.startsWith('flock')),
    );
    return child;
  }
  const story = (): readonly unknown[] =>
    events.map((event) =>
      event.type === 'processSeen'
        ? ['seen', event.sessionId, event.process.pid, event.process.isShared === true]
        : [event.how, event.sessionId, event.pid],
    );
  const tells = (...wanted: readonly unknown[]): Promise<unknown> =>
    until(story, (now) => assert.deepEqual(now, wanted));

  it('tell which sessions run in which processes, and how they ended', async () => {
    const first = await hold(own);
    const server = await hold(shared, 'app-server', '--managed-daemon', 'x');
    await hold(subagent);
    await registry.start();
    const seen = [
      ['seen', own, first.pid, false],
      ['seen', shared, server.pid, true],
    ];
    await tells(...seen);
    assert.deepEqual(registry.sessionIds(), new Set([own, shared]));
    assert.deepEqual(
      events.map((event) =>
        event.type === 'processSeen' ? [event.process.cwd, event.process.entrypoint] : [],
      ),
      [
        [home, 'cli'],
        [undefined, undefined],
      ],
    );
    fs.rmSync(lockOf(own)); // A session that was closed removes its lock.
    await tells(...seen, ['exited', own, first.pid]);
    server.kill('SIGKILL');
    await tells(...seen, ['exited', own, first.pid], ['killed', shared, server.pid]);
  });

  it('are no process’s that has ended and left its lock to a child', async () => {
    const lock = ['-x', lockOf(own), 'sh', '-c', 'sleep 600 & echo $!; exit'];
    const child = spawn('flock', lock, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [pid] = (await once(child.stdout, 'data')) as [Buffer];
    await until(
      () => child.exitCode,
      (code) => assert.equal(code, 0),
    );
    await hold(shared);
    await registry.start();
    const ids = registry.sessionIds();
    process.kill(Number(pid));
    assert.deepEqual(ids, new Set([shared]));
  });

  it('are those of a session that has no prompt yet, if its terminal runs it', async () => {
    const id = '01a21914-9999-7e50-ba9f-d5084ce929c3';
    await hold(id);
    const other = '01a21914-9998-7e50-ba9f-d5084ce929c3';
    await hold(other, 'app-server', '--managed-daemon', 'x');
    await registry.start();
    await until(story, (now) => assert.equal(now.length, 1));
    assert.deepEqual(registry.sessionIds(), new Set([id]));
  });

  it('are noticed when a process takes the first one after the start', async () => {
    await registry.start();
    const child = await hold(own);
    await tells(['seen', own, child.pid, false]);
    child.kill('SIGKILL');
    await tells(['seen', own, child.pid, false], ['killed', own, child.pid]);
  });

  it('are noticed in a folder that was removed and made again', async () => {
    await registry.start();
    fs.rmSync(folder, { recursive: true });
    fs.mkdirSync(folder);
    await waitFixedTime(200); // No event of the removal is left that could lead to the lock.
    const child = await hold(own);
    await tells(['seen', own, child.pid, false]);
  });

  it('are not asked about again and again for a subagent', async () => {
    await hold(subagent);
    let calls = 0;
    const parts = { folder, processes: linuxProcesses, log: silentLog, emit: () => assert.fail() };
    const counting = new LockRegistry({ ...parts, isSession: () => ((calls += 1), false) });
    await counting.start();
    await waitFixedTime(1_500);
    counting.dispose();
    assert.equal(calls, 1);
  });

  it('show whether the process runs a command', async () => {
    const child = await hold(own);
    await registry.start();
    const runs = (): readonly unknown[] =>
      events.map((event) => event.type === 'processSeen' && event.process.runsCommand);
    assert.deepEqual(runs(), [false]);
    child.stdin?.write('sleep 30; true\n');
    await until(runs, (now) => assert.deepEqual(now, [false, true]));
  });

  it('show a command whose last program has taken the place of its shell', async () => {
    const child = await hold(own);
    child.stdin?.write('CODEX_TOOL_CALL_ID=call_1 exec sleep 30');
    await until(
      () => linuxProcesses.hasChild(child.pid ?? 0, (line) => line === 'sleep\u000030\0'),
      (isThere) => assert.equal(isThere, true),
    );
    await registry.start();
    const [seen] = events;
    assert.equal(seen?.type === 'processSeen' && seen.process.runsCommand, true);
  });

  it('show no command while the process waits for one of our hooks', async () => {
    const child = await hold(own);
    const { command } = codexHookFor('PermissionRequest', '/mission-control/relay.sh', 'linux');
    child.stdin?.write(command);
    const relayed = (line: string): boolean => line.includes('relay.sh');
    await until(
      () => linuxProcesses.hasChild(child.pid ?? 0, relayed),
      (isThere) => assert.equal(isThere, true),
    );
    await registry.start();
    const [seen] = events;
    assert.equal(seen?.type === 'processSeen' && seen.process.runsCommand, false);
  });

  it('are looked at when the transcript of a session is found', async () => {
    const id = '01a21914-9997-7e50-ba9f-d5084ce929c3';
    const server = await hold(id, 'app-server', '--managed-daemon', 'x');
    fs.utimesSync(lockOf(id), 1_000, 1_000); // It has waited for its first prompt for long.
    await registry.start();
    assert.deepEqual(story(), []);
    sessions.add(id);
    await registry.findLock(id);
    assert.deepEqual(story(), [['seen', id, server.pid, true]]);
  });

  it('let the process of a session be ended, and never the server of all', async () => {
    const child = await hold(own);
    const server = await hold(shared, 'app-server', '--managed-daemon', 'x');
    await registry.start();
    assert.equal(await registry.terminate(shared), false);
    const exit = once(child, 'exit');
    assert.equal(await registry.terminate(own), true);
    assert.deepEqual(await exit, [null, 'SIGTERM']);
    assert.deepEqual([server.exitCode, server.signalCode], [null, null]);
  });

  it('never let a server be ended that a person or an editor started', async () => {
    const server = await hold(shared, 'app-server', '--listen', 'unix://');
    await registry.start();
    assert.deepEqual(story(), [['seen', shared, server.pid, true]]);
    assert.equal(await registry.terminate(shared), false);
    assert.deepEqual([server.exitCode, server.signalCode], [null, null]);
  });

  it('say nothing where the system does not tell who holds them', async () => {
    await hold(own);
    const parts = { folder, processes: linuxProcesses, log: silentLog, isSession: () => true };
    const other = new LockRegistry({ ...parts, emit: () => assert.fail() }, 'darwin');
    await other.start();
    assert.deepEqual(other.sessionIds(), new Set());
    other.dispose();
  });
});
