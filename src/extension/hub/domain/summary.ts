import type { LiveSession, Summary } from '../../../shared/protocol';

export interface Today {
  readonly usd: number;
  readonly tokens: number;
}

/** Counts the groups as they are listed, so that a count always equals its list. */
export function summarize(sessions: Iterable<LiveSession>, today: Today): Summary {
  let needsYouCount = 0;
  let autonomousCount = 0;
  let deliveredCount = 0;
  for (const { agentState } of sessions) {
    if (agentState.group === 'needs_you') needsYouCount += 1;
    else if (agentState.group === 'autonomous') autonomousCount += 1;
    else deliveredCount += 1;
  }
  return {
    needsYouCount,
    autonomousCount,
    deliveredCount,
    totalCostTodayUsd: today.usd,
    totalTokensToday: today.tokens,
  };
}
