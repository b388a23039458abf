import assert from 'node:assert/strict';
import {
  clientsOf,
  isLockFile,
  isSameClient,
} from '../../../../src/extension/hub/collisions/quiet';
import {
  createSessionFacts,
  type SessionFacts,
} from '../../../../src/extension/hub/domain/facts/session';

const ran = (pid: number, procStart?: string): SessionFacts => ({
  ...createSessionFacts('s'),
  processes: [
    {
      pid,
      procStart,
      statusAt: 0,
      startedAt: 0,
      seenAt: 0,
      previous: undefined,
      lastRestAt: undefined,
      command: undefined,
      lastFreeAt: undefined,
      waitedAt: undefined,
      dialogAt: undefined,
      gone: { at: 1, how: 'moved' },
    },
  ],
});

describe('Lock files', () => {
  it('are recognized by the names that package managers write', () => {
    for (const name of ['package-lock.json', 'Cargo.lock', 'go.sum', 'Gemfile.lock', 'bun.lockb']) {
      assert.ok(isLockFile(`/r/packages/${name}`), name);
    }
    assert.ok(isLockFile('C:\\r\\yarn.lock'));
    for (const name of ['lock.ts', 'package.json', 'Gemfile', 'yarn.lock.md']) {
      assert.ok(!isLockFile(`/r/${name}`), name);
    }
  });
});

describe('Two sessions of one process', () => {
  const same = (one: SessionFacts, other: SessionFacts): boolean =>
    isSameClient(clientsOf(one), clientsOf(other));

  it('are recognized by pid and start time, as after `/clear`', () => {
    assert.ok(same(ran(1, 'x'), ran(1, 'x')));
    assert.ok(!same(ran(1, 'x'), ran(2, 'x')));
  });

  it('are not assumed if the process id was reused', () => {
    assert.ok(!same(ran(1, 'x'), ran(1, 'y')));
    assert.ok(same(ran(1, 'x'), ran(1)), 'A start that nobody tells may be the same');
  });

  it('are not assumed if no process is known', () => {
    assert.ok(!same(createSessionFacts('a'), createSessionFacts('b')));
  });
});
