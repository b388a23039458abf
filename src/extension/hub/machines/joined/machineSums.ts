import type { MachineCard } from '../../../../shared/protocol/machines/machineNews';
import { spentTokens, spentUsd } from '../../../../shared/protocol/plausible';
import type { Summary } from '../../../../shared/protocol/protocol';

type Sums = Pick<MachineCard, 'needsYouCount' | 'sessionCount' | 'costTodayUsd' | 'tokensToday'>;

/**
 * Returns the sums of a machine for the board. They are limited, because an absurd value would make
 * the totals of the board useless.
 */
export function sumsOf(
  summary: Summary | undefined,
  { sessionCount, isThere }: { readonly sessionCount: number; readonly isThere: boolean },
): Sums {
  const within = (value: number | undefined, most: number): number =>
    Math.min(most, Math.max(0, value ?? 0));
  return {
    // Sessions of a disconnected machine cannot be answered from here.
    needsYouCount: isThere ? within(summary?.needsYouCount, sessionCount) : 0,
    sessionCount,
    costTodayUsd: spentUsd(summary?.totalCostTodayUsd ?? 0),
    tokensToday: spentTokens(summary?.totalTokensToday ?? 0),
  };
}
