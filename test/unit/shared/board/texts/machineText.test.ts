import assert from 'node:assert/strict';
import { costByMachine } from '../../../../../src/shared/board/texts/machineText';
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

  it('says nothing where there is no other machine', () => {
    assert.deepEqual(costByMachine({ machines: [], totalCostTodayUsd: 3 }), []);
  });
});
