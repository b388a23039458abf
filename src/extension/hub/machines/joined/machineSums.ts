import type { MachineCard } from '../../../../shared/protocol/machines/machineNews';
import type { Summary } from '../../../../shared/protocol/protocol';

type Sums = Pick<MachineCard, 'needsYouCount' | 'sessionCount' | 'costTodayUsd' | 'tokensToday'>;

/** No machine spends more in a day; a larger sum would make those of the whole board useless. */
const maxUsd = 1e7;
const maxTokens = 1e13;

/** The sums of a machine as they are added to the board's: whatever it tells, theirs stay numbers. */
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
    costTodayUsd: within(summary?.totalCostTodayUsd, maxUsd),
    tokensToday: within(summary?.totalTokensToday, maxTokens),
  };
}
