import type { MachineCard } from '../../../../shared/protocol/machines/machineNews';
import { spentTokens, spentUsd } from '../../../../shared/protocol/plausible';
import type { Summary } from '../../../../shared/protocol/protocol';

type Sums = Pick<MachineCard, 'needsYouCount' | 'sessionCount' | 'costTodayUsd' | 'tokensToday'>;

/**
 * Returns the counts and costs of a machine, limited to plausible values, because an absurd one
 * would make the totals of the board useless.
 */
export function limitSums(
  summary: Summary | undefined,
  { sessionCount, isConnected }: { readonly sessionCount: number; readonly isConnected: boolean },
): Sums {
  const clamp = (value: number | undefined, max: number): number =>
    Math.min(max, Math.max(0, value ?? 0));
  return {
    // Sessions of a disconnected machine cannot be answered from here.
    needsYouCount: isConnected ? clamp(summary?.needsYouCount, sessionCount) : 0,
    sessionCount,
    costTodayUsd: spentUsd(summary?.totalCostTodayUsd ?? 0),
    tokensToday: spentTokens(summary?.totalTokensToday ?? 0),
  };
}
