import assert from 'node:assert/strict';
import { parseLsof } from '../../../../src/extension/hub/worktrees/programsIn';
import { clientOfLock } from '../../../../src/extension/agents/claude/names/processMarks';
import { parseWorktreeList } from '../../../../src/extension/hub/worktrees/listed';

describe('Output of system tools about worktrees', () => {
  it('is parsed from lsof to the working folder of each process', () => {
    const output = 'p812\nczsh\nfcwd\nn/Users/me/shop\np4242\ncnode (dev)\nfcwd\nn/Users/me/a b\n';
    assert.deepEqual(parseLsof(output), [
      { pid: 812, name: 'zsh', folder: '/Users/me/shop' },
      { pid: 4242, name: 'node (dev)', folder: '/Users/me/a b' },
    ]);
    assert.deepEqual(parseLsof(''), []);
  });

  it('is parsed to a process id only for lock reasons of the client', () => {
    assert.deepEqual(clientOfLock('claude session tidy-up (pid 4242 start 61771)'), {
      pid: 4242,
      start: '61771',
    });
    assert.deepEqual(clientOfLock('claude agent a1 (pid 7)'), { pid: 7, start: undefined });
    for (const other of [
      '',
      'USB stick',
      'claude',
      'on claude (pid 7)',
      'claude x (pid 7) keep it',
    ])
      assert.equal(clientOfLock(other), undefined, other);
  });

  it('is parsed for a bare repository and for locked and detached worktrees', () => {
    const list = [
      'worktree /srv/shop.git\nbare\n',
      `worktree /srv/one\nHEAD ${'a'.repeat(40)}\nbranch refs/heads/feature/one\nlocked\n`,
      `worktree /srv/two\nHEAD ${'b'.repeat(40)}\ndetached\nlocked for later\n`,
    ];
    const rest = { isBare: false, commit: undefined, branch: undefined };
    assert.deepEqual(parseWorktreeList(`${list.join('\n')}\n`), [
      { ...rest, path: '/srv/shop.git', isBare: true },
      { ...rest, path: '/srv/one', commit: 'a'.repeat(40), branch: 'feature/one' },
      { ...rest, path: '/srv/two', commit: 'b'.repeat(40) },
    ]);
  });
});
