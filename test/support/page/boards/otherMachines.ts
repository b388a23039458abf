import type { MachineCard } from '../../../../src/shared/protocol/machines/machineNews';
import type { DayReport } from '../../../../src/shared/protocol/work/day';
import { believableDay } from './believableDay';

function aCard(name: string, change: Partial<MachineCard>): MachineCard {
  return {
    key: name,
    name,
    status: 'connected',
    needsYouCount: 0,
    sessionCount: 2,
    costTodayUsd: 0,
    tokensToday: 0,
    ...change,
  };
}

/** Two other machines on a board; one of them is disconnected. */
export const twoMachines: readonly MachineCard[] = [
  aCard('gpu-box', { costTodayUsd: 4.5 }),
  aCard('wsl', { status: 'away', fault: 'silent' }),
];

/** The day of three machines, one of which has not answered. */
export const joinedDay: DayReport = {
  ...believableDay,
  missing: ['wsl'],
  lanes: believableDay.lanes.map((lane, index) =>
    index % 3 === 0 ? { ...lane, machine: { id: 'm0123456789abcdef', name: 'gpu-box' } } : lane,
  ),
};
