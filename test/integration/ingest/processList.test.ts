import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  parseCim,
  parsePs,
  powerShellArguments,
  psArguments,
  type ListedProcess,
} from '../../../src/extension/hub/ingest/processList';
import { ListedProcesses } from '../../../src/extension/hub/ingest/processes';
import { skip } from '../../support/skip';

describe('The output of ps for a process', () => {
  const cases: readonly (readonly [output: string, expected: ListedProcess | undefined])[] = [
    [
      '  501     1 Ss   Sat Nov 21 10:30:33 2026\n',
      { pid: 501, parent: 1, startTime: 'Sat Nov 21 10:30:33 2026', dead: false },
    ],
    [
      '81234 80111 S+   Sun Feb  1 09:05:00 2026    \n',
      { pid: 81_234, parent: 80_111, startTime: 'Sun Feb 1 09:05:00 2026', dead: false },
    ],
    [
      '81235 80111 Z    Sun Feb  1 09:05:00 2026\n',
      { pid: 81_235, parent: 80_111, startTime: 'Sun Feb 1 09:05:00 2026', dead: true },
    ],
    ['', undefined],
    ['ps: illegal process id\n', undefined],
  ];
  for (const [output, expected] of cases) {
    it(`is parsed: ${JSON.stringify(output)}`, () => assert.deepEqual(parsePs(output), expected));
  }

  it('is parsed from the real tool', function () {
    if (process.platform === 'win32') skip(this, 'there is no ps');
    const env = { ...process.env, LC_ALL: 'C' };
    const output = execFileSync('ps', [...psArguments(process.pid)], { env, encoding: 'utf8' });
    const listed = parsePs(output);
    assert.deepEqual(
      [listed?.pid, listed?.parent, listed?.dead],
      [process.pid, process.ppid, false],
    );
    assert.ok(Date.parse(listed?.startTime ?? '') <= Date.now());
  });
});

describe('The output of Windows for a process', () => {
  it('is parsed from one line', () => {
    const expected = { pid: 9876, parent: 4321, startTime: '639002034330000000', dead: false };
    assert.deepEqual(parseCim('9876,4321,639002034330000000\r\n'), expected);
    assert.equal(parseCim(''), undefined);
    assert.equal(parseCim('Get-CimInstance : Access denied\r\n'), undefined);
  });

  it('is requested by process id only', () => {
    assert.match(powerShellArguments(42).join(' '), /-NoProfile .*'ProcessId=42'/);
  });
});

describe('A process table that runs a tool', () => {
  const start = 'Sat Nov 21 10:30:33 2026';
  let living: boolean;
  let asked: number;
  let table: ListedProcesses;
  beforeEach(() => {
    living = true;
    asked = 0;
    table = new ListedProcesses(
      async (pid) => {
        asked += 1;
        return { pid, parent: 7, startTime: start, dead: false };
      },
      () => living,
    );
  });

  it('distinguishes a process from a later one with the same id', async () => {
    assert.equal(await table.isAlive(5, start), true);
    assert.equal(await table.isAlive(5, 'Sat Nov  7 10:30:33 2026'), false);
    assert.equal(await table.isAlive(5, undefined), true);
  });

  it('does not compare start times of different formats', async () => {
    assert.equal(await table.isAlive(5, '61771'), true);
  });

  it('does not report a process as alive whose activity was before the boot', async () => {
    const boot = { at: Date.parse('2026-11-21T10:00:00.000Z') };
    const listed = { pid: 5, parent: 7, startTime: start, dead: false };
    const later = new ListedProcesses(
      async () => listed,
      () => true,
      boot,
    );
    const dayMs = 24 * 60 * 60_000;
    assert.equal(await later.isAlive(5, '61771', boot.at - dayMs), false);
    assert.equal(await later.isAlive(5, undefined, boot.at - dayMs), false);
    assert.equal(await later.isAlive(5, '61771', boot.at + 1), true);
    assert.equal(await later.isAlive(5, start, boot.at - dayMs), true, 'its start is known better');
  });

  it('runs the tool once while the process lives, and again when the id is reused', async () => {
    await table.isAlive(5, start);
    assert.deepEqual([await table.startOf(5), await table.parentOf(5), asked], [start, 7, 1]);
    living = false;
    assert.equal(await table.isAlive(5, start), false);
    living = true;
    await table.isAlive(5, start);
    assert.equal(asked, 2);
  });

  it('treats a process as alive if the tool prints nothing', async () => {
    const mute = new ListedProcesses(
      async () => undefined,
      () => true,
    );
    assert.equal(await mute.isAlive(5, start), true);
  });
});
