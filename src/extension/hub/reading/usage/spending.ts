import type { UsageEvent, UsageTotal } from '../../domain/facts/event';
import type { TodayUsage } from '../../domain/card/summary';
import { LocalDays, type DayTotal, type LedgerChange } from './sums';

/** Spending of one session and of each of its subagents. */
interface SessionSpending {
  total: UsageTotal | undefined;
  /** Undefined for most of the thousands of sessions, which have no subagents. */
  agents: Map<string, UsageTotal> | undefined;
}

const nothingYet: Omit<DayTotal, 'day'> = { usd: 0, tokens: 0, estimated: false };

/** Spending of all sessions and days, as the scan last reported it. */
export class Spending {
  private readonly sessions = new Map<string, SessionSpending>();
  private readonly days = new Map<number, DayTotal>();
  private readonly calendar = new LocalDays();

  /** Applies changed totals; returns the sessions whose totals changed. */
  apply(totals: readonly LedgerChange[], days: readonly DayTotal[]): ReadonlySet<string> {
    const changed = new Set<string>();
    for (const { sessionId, agentId, total } of totals) {
      changed.add(sessionId);
      const session = this.sessions.get(sessionId) ?? { total: undefined, agents: undefined };
      this.sessions.set(sessionId, session);
      if (agentId === undefined) session.total = total;
      else (session.agents ??= new Map()).set(agentId, total);
    }
    for (const one of days) this.days.set(one.day, one);
    return changed;
  }

  /** Returns the spending on the local day of `now`. */
  today(now: number): TodayUsage {
    const { usd, tokens, estimated, unpriced } =
      this.days.get(this.calendar.day(now)) ?? nothingYet;
    return { usd, tokens, estimated, ...(unpriced && { unpriced }) };
  }

  /** Returns the spending in US dollars since the start of that time's local day. */
  spentSince(at: number): number {
    const first = this.calendar.day(at);
    let usd = 0;
    for (const { day, usd: spent } of this.days.values()) if (day >= first) usd += spent;
    return usd;
  }

  /** Returns the spending of a session with all its subagents; undefined before anything was counted. */
  totalOf(sessionId: string): UsageTotal | undefined {
    return this.sessions.get(sessionId)?.total;
  }

  /** Returns events with the complete spending of one session. */
  eventsOf(sessionId: string, at: number): UsageEvent[] {
    const { total, agents } = this.sessions.get(sessionId) ?? {};
    const event = { type: 'usage', sessionId, at } as const;
    return [
      ...(total === undefined ? [] : [{ ...event, total }]),
      ...Array.from(agents ?? [], ([agentId, total]) => ({ ...event, agentId, total })),
    ];
  }
}
