import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  ancestryOf,
  listedAncestry,
  parseCimTree,
  parsePsTree,
  psTreeArguments,
  type ListedParent,
} from '../../../src/extension/hub/ingest/ancestry';
import { skip } from '../../support/skip';

describe('The ancestors of a process', () => {
  it('start with the process itself', async function () {
    if (process.platform === 'win32') skip(this, 'the names differ there');
    const [self, parent] = await ancestryOf()(process.pid);
    assert.equal(self?.pid, process.pid);
    assert.match(self.name, /node|MainThread/);
    assert.equal(parent?.pid, process.ppid);
  });

  it('are empty for a process that does not exist', async () => {
    assert.deepEqual(await ancestryOf()(2 ** 22 + 1), []);
    assert.deepEqual(await ancestryOf('aix')(process.pid), []);
  });

  const mac = [
    '    1     0 /sbin/launchd',
    '  501     1 /Applications/iTerm.app/Contents/MacOS/iTerm2',
    '  777   501 -zsh',
    '  900   777 claude',
    '',
  ].join('\n');

  it('are parsed from a list of ps', async () => {
    const ancestry = listedAncestry(() => Promise.resolve(parsePsTree(mac)));
    const line = await ancestry(900);
    assert.deepEqual(
      line.map(({ name }) => name),
      ['claude', 'zsh', 'iTerm2'],
    );
  });

  it('are parsed from the real ps', function () {
    if (process.platform === 'win32') skip(this, 'there is no ps');
    const listed = parsePsTree(execFileSync('ps', [...psTreeArguments], { encoding: 'utf8' }));
    const self = listed.find(({ pid }) => pid === process.pid);
    assert.equal(self?.parent, process.ppid);
  });

  it('are parsed from a list of Windows', () => {
    const output = '4,0,System\r\n812,4,WindowsTerminal.exe\r\n900,812,a,b.exe\r\nerror\r\n';
    assert.deepEqual(parseCimTree(output), [
      { pid: 4, parent: 0, name: 'System' },
      { pid: 812, parent: 4, name: 'WindowsTerminal' },
      { pid: 900, parent: 812, name: 'a,b' },
    ]);
  });

  it('are found with one list for several processes, and with a new list later', async () => {
    let asked = 0;
    let now = 0;
    const list = (): Promise<readonly ListedParent[]> => {
      asked += 1;
      return Promise.resolve(parsePsTree(mac));
    };
    const ancestry = listedAncestry(list, () => now);
    await Promise.all([ancestry(900), ancestry(777)]);
    assert.equal(asked, 1);
    now = 1_001;
    await ancestry(900);
    assert.equal(asked, 2);
  });

  it('end at a cycle of parents', async () => {
    const round = [
      { pid: 5, parent: 6, name: 'a' },
      { pid: 6, parent: 5, name: 'b' },
    ];
    const line = await listedAncestry(() => Promise.resolve(round))(5);
    assert.deepEqual(
      line.map(({ pid }) => pid),
      [5, 6],
    );
  });
});
