import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  linuxProcesses,
  parseStat,
  portableProcesses,
  processTable,
  type ProcessTable,
} from '../../../src/extension/hub/ingest/processes';
import { skip } from '../../support/skip';
import { until } from '../../support/until';

const rest = '1 4711 4711 34816 4711 4194304 1 0 0 0 3 1 0 0 20 0 11 0 382332 900000';

describe('A line of the process table', () => {
  const names = ['node', 'my tool', 'a) S 1 (b', ')', '((', '', ') R 99 99'];
  for (const name of names) {
    it(`is read past the name "${name}"`, () => {
      assert.deepEqual(parseStat(`4711 (${name}) S ${rest}`), {
        state: 'S',
        parent: 1,
        startTime: '382332',
      });
    });
  }

  for (const text of ['', '4711', '4711 (node)', '4711 (node) S 1 2 3']) {
    it(`that is cut is none: "${text}"`, () => assert.equal(parseStat(text), undefined));
  }
});

describe('The process table', () => {
  before(function () {
    if (process.platform !== 'linux') skip(this, 'only Linux tells when a process began');
  });

  it('knows a process by id and start', async () => {
    const startTime = await linuxProcesses.startOf(process.pid);
    assert.match(startTime ?? '', /^\d+$/);
    assert.equal(await linuxProcesses.isAlive(process.pid, startTime), true);
    assert.equal(await linuxProcesses.isAlive(process.pid, undefined), true);
    assert.equal(await linuxProcesses.isAlive(process.pid, '1'), false);
    assert.equal(await linuxProcesses.parentOf(process.pid), process.ppid);
  });

  const tables: readonly (readonly [string, ProcessTable])[] = [
    ['of Linux', linuxProcesses],
    ['of other systems', portableProcesses],
  ];
  for (const [title, table] of tables) {
    it(`${title} sees a process end`, async () => {
      const child = spawn('sleep', ['60']);
      assert.ok(child.pid !== undefined);
      const start = await table.startOf(child.pid);
      assert.equal(await table.isAlive(child.pid, start), true);
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      assert.equal(await table.isAlive(child.pid, start), false);
    });
  }

  it('counts a process that nobody has buried as dead', async () => {
    // The shell becomes a program that never waits for its child.
    const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60']);
    try {
      const [text] = (await once(parent.stdout.setEncoding('utf8'), 'data')) as [string];
      const pid = Number(text);
      await until(
        () => linuxProcesses.isAlive(pid, undefined),
        (alive) => assert.equal(alive, false),
      );
      process.kill(pid, 0); // Still in the table.
    } finally {
      parent.kill('SIGKILL');
    }
  });

  it('is the one of the platform', () => {
    assert.equal(processTable('linux'), linuxProcesses);
    assert.equal(processTable('darwin'), portableProcesses);
    assert.equal(processTable('win32'), portableProcesses);
  });
});
