import type { LiveSession, TokenCounts } from '../../../../shared/protocol/protocol';
import type { UsageTotal } from '../facts/event';

export function tokenCounts(usage: UsageTotal | undefined): TokenCounts {
  const { input = 0, output = 0, cacheRead = 0, cacheCreation = 0 } = usage ?? {};
  return {
    input,
    output,
    cacheRead,
    cacheCreation,
    total: input + output + cacheRead + cacheCreation,
  };
}

/** The cost of a session; undefined before any usage was counted. */
export function sessionCost(usage: UsageTotal | undefined): LiveSession['cost'] | undefined {
  if (usage === undefined) return undefined;
  const { usd, estimated, unpriced } = usage;
  return { totalUsd: usd, estimated, ...(unpriced === true && { unpriced }) };
}
