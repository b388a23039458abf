import assert from 'node:assert/strict';
import {
  costByMachine,
  hasLocalPaths,
  machineText,
  placeName,
  whereText,
} from '../../../../../src/shared/board/texts/machineText';
import type { MachineCard } from '../../../../../src/shared/protocol/machines/machineNews';

function aCard(name: string, costTodayUsd: number): MachineCard {
  const about = { key: name, name, status: 'connected' } as const;
  return { ...about, needsYouCount: 0, sessionCount: 1, costTodayUsd, tokensToday: 0 };
}

describe('costByMachine', () => {
  it('splits the sum, this computer first', () => {
    const machines = [aCard('gpu', 1.25), aCard('wsl', 0)];
    assert.deepEqual(
      costByMachine({ machines, totalCostTodayUsd: 3.75 }).map(({ name, cost }) => [name, cost]),
      [
        ['This computer', '$2.50'],
        ['gpu', '$1.25'],
        ['wsl', '$0.00'],
      ],
    );
  });

  it('names the own account where all others are accounts, and the computer with it otherwise', () => {
    const work = { ...aCard('work', 1), account: '/home/dev/.claude-work' };
    const names = (machines: MachineCard[], here = '') =>
      costByMachine({ machines, account: 'default', totalCostTodayUsd: 3 }, here).map(
        ({ name }) => name,
      );
    assert.deepEqual(names([work]), ['default', 'work']);
    assert.deepEqual(names([work, aCard('gpu', 1)]), [
      'This computer, account default',
      'work',
      'gpu',
    ]);
    assert.equal(names([work, aCard('gpu', 1)], 'laptop')[0], 'laptop, account default');
  });

  it('says nothing where there is no other machine', () => {
    assert.deepEqual(costByMachine({ machines: [], totalCostTodayUsd: 3 }), []);
  });
});

describe('A session of another account', () => {
  const machine = { id: 'm0123456789abcdef', name: 'work', account: true };

  it('is placed in its account, and its paths are of this computer', () => {
    const session = { projectName: 'shop', machine };
    assert.equal(placeName(session), 'shop, account work');
    assert.equal(placeName({ ...session, projectName: '' }), 'account work');
    assert.equal(whereText(session), 'account work');
    assert.ok(hasLocalPaths(session));
    const badge = machineText(session, 0);
    assert.deepEqual(
      [badge?.name, badge?.isAccount, badge?.tooltip],
      ['work', true, 'Account work'],
    );
  });

  it('differs from one on another machine', () => {
    const session = { projectName: 'shop', machine: { id: machine.id, name: 'gpu' } };
    assert.equal(placeName(session), 'shop on gpu');
    assert.ok(!hasLocalPaths(session));
    assert.equal(machineText(session, 0)?.isAccount, false);
  });
});
