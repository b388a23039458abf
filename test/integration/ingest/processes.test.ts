import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  linuxProcesses,
  ListedProcesses,
  portableProcesses,
  processTable,
  type ProcessTable,
} from '../../../src/extension/hub/ingest/processes';
import { isToolShell } from '../../../src/extension/agents/claude/names/processMarks';
import { parseStat } from '../../../src/extension/hub/ingest/procStat';
import { skip } from '../../support/skip';
import { until } from '../../support/until';
import { idleProcess } from '../../support/processes/processes';

const rest = '1 4711 4711 34816 4711 4194304 1 0 0 0 3 1 0 0 20 0 11 0 382332 900000';

describe('A line of /proc/<pid>/stat', () => {
  const names = ['node', 'my tool', 'a) S 1 (b', ')', '((', '', ') R 99 99'];
  for (const name of names) {
    it(`is parsed with the program name "${name}"`, () => {
      assert.deepEqual(parseStat(`4711 (${name}) S ${rest}`), {
        name,
        state: 'S',
        parent: 1,
        group: 4711,
        terminal: 34816,
        foreground: 4711,
        startTime: '382332',
      });
    });
  }

  for (const text of ['', '4711', '4711 (node)', '4711 (node) S 1 2 3']) {
    it(`that is truncated is undefined: "${text}"`, () => assert.equal(parseStat(text), undefined));
  }
});

describe('The process table', () => {
  before(function () {
    if (process.platform !== 'linux') skip(this, 'only Linux tells when a process began');
  });

  it('identifies a process by id and start time', async () => {
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
      const child = idleProcess();
      const start = await table.startOf(child.pid);
      assert.equal(await table.isAlive(child.pid, start), true);
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      assert.equal(await table.isAlive(child.pid, start), false);
    });
  }

  it('treats a zombie as dead', async () => {
    // The shell is replaced by a program that never waits for its child.
    const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60']);
    try {
      const [text] = (await once(parent.stdout.setEncoding('utf8'), 'data')) as [string];
      const pid = Number(text);
      await until(
        () => linuxProcesses.isAlive(pid, undefined),
        (alive) => assert.equal(alive, false),
      );
      process.kill(pid, 0); // The process is still in the process table.
    } finally {
      parent.kill('SIGKILL');
    }
  });

  it('finds the shell of a command, and no other child process', async () => {
    // A command shell in the client's form, below a process that stands in for the client.
    const shell = `sh -c 'sleep 60; pwd -P >| /tmp/claude-1a2b-cwd' & sleep 60`;
    for (const [script, expected] of [
      [`${shell}; :`, true],
      ['sleep 60 & sleep 60; :', false],
    ] as const) {
      const client = spawn('sh', ['-c', script], {
        detached: true,
      });
      const pid = client.pid ?? 0;
      try {
        await until(
          () => linuxProcesses.hasChild(pid, isToolShell),
          (found) => assert.equal(found, expected),
        );
      } finally {
        process.kill(-pid, 'SIGKILL');
      }
      assert.equal(await portableProcesses.hasChild(pid, isToolShell), undefined);
    }
  });

  it('is the one of the platform', () => {
    assert.equal(processTable('linux'), linuxProcesses);
    assert.ok(processTable('darwin') instanceof ListedProcesses);
    assert.ok(processTable('win32') instanceof ListedProcesses);
    assert.equal(processTable('freebsd'), portableProcesses);
  });
});
