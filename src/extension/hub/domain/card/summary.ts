import type { AgentState, Summary } from '../../../../shared/protocol/protocol';

export interface TodayUsage {
  readonly usd: number;
  readonly tokens: number;
  /** True if some tokens are priced like a different version of the model. */
  readonly estimated?: boolean;
  /** Set if the price of some tokens is unknown. */
  readonly unpriced?: true;
}

/** Counts the visible cards per group, so that each count equals the length of the group's list. */
export class GroupCounts {
  private needsYou = 0;
  private autonomous = 0;
  private delivered = 0;

  /** `count` is 1 for an added card and -1 for a removed one. */
  add({ group }: AgentState, count: 1 | -1): void {
    if (group === 'needs_you') this.needsYou += count;
    else if (group === 'autonomous') this.autonomous += count;
    else this.delivered += count;
  }

  summary(today: TodayUsage, scan: Summary['scan']): Summary {
    return {
      needsYouCount: this.needsYou,
      autonomousCount: this.autonomous,
      deliveredCount: this.delivered,
      totalCostTodayUsd: today.usd,
      totalTokensToday: today.tokens,
      ...(today.estimated === true && { costTodayEstimated: true }),
      ...(today.unpriced === true && { costTodayUnpriced: true }),
      ...(scan && { scan }),
    };
  }
}
