import type { MachineCard } from '../../../../shared/protocol/machines/machineNews';
import { spentTokens, spentUsd } from '../../../../shared/protocol/plausible';
import type { Summary } from '../../../../shared/protocol/protocol';

type Sums = Pick<MachineCard, 'needsYouCount' | 'sessionCount' | 'costTodayUsd' | 'tokensToday'>;

/** The sums of a machine as they are added to the board's: an absurd one would make those of the whole board useless. */
export function sumsOf(
  summary: Summary | undefined,
  { sessionCount, isThere }: { readonly sessionCount: number; readonly isThere: boolean },
): Sums {
  const within = (value: number | undefined, most: number): number =>
    Math.min(most, Math.max(0, value ?? 0));
  return {
    // A session that waits on a machine that is away can be answered by nobody here.
    needsYouCount: isThere ? within(summary?.needsYouCount, sessionCount) : 0,
    sessionCount,
    costTodayUsd: spentUsd(summary?.totalCostTodayUsd ?? 0),
    tokensToday: spentTokens(summary?.totalTokensToday ?? 0),
  };
}
