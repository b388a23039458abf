import type { AccountLimits } from '../../../../shared/protocol/session/limit';
import { limitWindows, type LimitWindow } from '../../../../shared/text/limitWindows';
import { comingTime } from '../../../../shared/protocol/plausible';
import { fieldsOf, type Fields } from '../../../../shared/text/fields';

const namesOfClient: Readonly<Record<LimitWindow, string>> = {
  fiveHour: 'five_hour',
  sevenDay: 'seven_day',
};

/**
 * Largest plausible use, where 1 is the whole limit; no client reports more, even for an account
 * that may exceed its limit.
 */
const maxUse = 10;

/**
 * The account's limits in a `rate_limit_event`; undefined if it has none. Measured on client
 * 2.1.332: with a subscription, each ordinary reply comes with one; with an API key, none does.
 */
export function limitsIn(info: unknown, now: number): AccountLimits | undefined {
  const event = fieldsOf(info);
  const windows = fieldsOf(event['unifiedWindows']);
  const found: Partial<Record<LimitWindow, AccountLimits[LimitWindow]>> = {};
  for (const window of limitWindows) {
    const name = namesOfClient[window];
    const isEventWindow = event['rateLimitType'] === name;
    const use =
      usedShareIn(fieldsOf(windows[name]), now) ??
      (isEventWindow ? usedShareIn(event, now) : undefined);
    if (use !== undefined) found[window] = use;
  }
  if (Object.keys(found).length === 0) return undefined;
  return { at: new Date(now).toISOString(), ...found };
}

function usedShareIn(
  { utilization, resetsAt: seconds, status }: Fields,
  now: number,
): AccountLimits[LimitWindow] {
  // A refusal may lack the used share.
  const used = utilization === undefined && status === 'rejected' ? 1 : utilization;
  const resetsAt = typeof seconds === 'number' ? comingTime(seconds * 1000, now) : undefined;
  if (typeof used !== 'number' || !(used >= 0 && used <= maxUse) || resetsAt === undefined) {
    return undefined;
  }
  const warns = status === 'allowed_warning' || status === 'rejected';
  return { used, resetsAt: new Date(resetsAt).toISOString(), ...(warns && { warns }) };
}
