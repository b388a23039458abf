import type { MachineCard } from '../../../src/shared/protocol/machines/machineNews';

/** Card of a connected machine without sessions. */
export function aMachineCard(part: Partial<MachineCard> = {}): MachineCard {
  return {
    key: '["gpu-box",null,null]',
    name: 'gpu',
    status: 'connected',
    needsYouCount: 0,
    sessionCount: 0,
    costTodayUsd: 0,
    tokensToday: 0,
    ...part,
  };
}
