import type { MachineCard } from '../../../../src/shared/protocol/machines/machineNews';
import { settingKey } from '../../../../src/shared/protocol/machines/setting';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { secondsAgo } from '../../sessionBuilder';
import { answerableBoard } from './answerableBoard';

const gpu = { id: 'm0123456789abcdef', name: 'gpu-box' };
const wsl = { id: 'mfedcba9876543210', name: 'Ubuntu (WSL)' };
export const awaySince = secondsAgo(35 * 60);

/** Projects of the believable board that are on other machines. */
const machines: Readonly<Record<string, NonNullable<LiveSession['machine']>>> = {
  'api-server': gpu,
  'data-pipeline': gpu,
  search: gpu,
  'mobile-app': { ...wsl, away: awaySince },
  infra: { ...wsl, away: awaySince },
};

/**
 * The answerable board with some sessions on a connected machine and some on a disconnected one.
 */
export const machinesBoard: readonly LiveSession[] = answerableBoard.map((session) => {
  const machine = machines[session.projectName];
  if (machine === undefined) return session;
  const { pendingRequest } = session;
  const there: LiveSession = {
    ...session,
    sessionId: `${machine.id}/${session.sessionId}`,
    machine,
    transcriptPath: '',
  };
  if (machine.away === undefined || pendingRequest === undefined) return there;
  return { ...there, pendingRequest: { ...pendingRequest, call: undefined } };
});

const figures = { needsYouCount: 0, sessionCount: 0, costTodayUsd: 0, tokensToday: 0 };

/** Cards of the two machines, as in the summary. */
export const machineCards: readonly MachineCard[] = [
  {
    ...figures,
    key: settingKey({ ssh: 'gpu-box' }),
    name: gpu.name,
    machineId: gpu.id,
    status: 'connected',
    there: { hub: 'hub', window: 'desk', line: 'line' },
    sessionCount: 5,
    costTodayUsd: 4.2,
    tokensToday: 1_200_000,
  },
  {
    ...figures,
    key: settingKey({ command: ['wsl.exe', '-d', 'Ubuntu'] }),
    name: wsl.name,
    machineId: wsl.id,
    status: 'away',
    fault: 'silent',
    seenAt: awaySince,
    sessionCount: 4,
    costTodayUsd: 1.1,
    tokensToday: 300_000,
  },
];
