import type { AgentState, Summary } from '../../../../shared/protocol/protocol';

export interface Today {
  readonly usd: number;
  readonly tokens: number;
  /** Whether some of it is counted at the price of another model. */
  readonly estimated?: boolean;
  /** Set where no price is known for some of the tokens. */
  readonly unpriced?: true;
}

/** Counts the shown cards by group, so that a count always equals its list. */
export class GroupCounts {
  private needsYou = 0;
  private autonomous = 0;
  private delivered = 0;

  /** `count` is 1 for a card that comes and -1 for one that goes. */
  add({ group }: AgentState, count: 1 | -1): void {
    if (group === 'needs_you') this.needsYou += count;
    else if (group === 'autonomous') this.autonomous += count;
    else this.delivered += count;
  }

  summary(today: Today, scan: Summary['scan']): Summary {
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
