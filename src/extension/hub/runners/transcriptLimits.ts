import type { AccountLimits } from '../../../shared/protocol/session/limit';
import type { LimitWindow } from '../../../shared/text/limitWindows';
import type { DomainEvent } from '../domain/facts/event';
import type { LimitUse } from '../domain/facts/usageLimit';

/** Windows by their length in minutes. */
const windows: ReadonlyMap<number, LimitWindow> = new Map([
  [300, 'fiveHour'],
  [7 * 24 * 60, 'sevenDay'],
]);

/** Returns the account's limits in a transcript that was read; undefined if it has none. */
export function limitsOfTranscript(event: DomainEvent): AccountLimits | undefined {
  if (event.type !== 'transcriptRead') return undefined;
  const { agent, facts } = event;
  const uses = (facts.limits ?? []).flatMap(useOf);
  if (uses.length === 0 || facts.lastAt === undefined) return undefined;
  const at = new Date(facts.lastAt).toISOString();
  return { ...(agent !== undefined && { agent }), at, ...Object.fromEntries(uses) };
}

function useOf({
  minutes,
  used,
  resetsAt,
}: LimitUse): readonly (readonly [LimitWindow, NonNullable<AccountLimits[LimitWindow]>])[] {
  const window = windows.get(minutes);
  if (window === undefined || resetsAt === undefined) return [];
  const use = { used: Math.min(used, 10), resetsAt: new Date(resetsAt).toISOString() };
  return [[window, { ...use, ...(used >= 1 && { warns: true }) }]];
}
