import type { UsageTotal } from '../domain/event';
import { priceMessage, type MessageUsage } from '../domain/pricing';
import type { Today } from '../domain/summary';
import type { MessageRecord } from './messageUsage';

interface Entry {
  readonly sessionId: string;
  readonly agentId: string | undefined;
  readonly total: UsageTotal;
  readonly day: string;
}

const nothing: UsageTotal = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheCreation: 0,
  usd: 0,
  estimated: false,
};

/** Which totals a record has changed. */
export interface LedgerChange {
  readonly sessionId: string;
  readonly session: UsageTotal;
  readonly agentId: string | undefined;
  readonly agent: UsageTotal | undefined;
}

/** Counts each message once over all files, with the largest usage that any of its lines tells. */
export class UsageLedger {
  private readonly entries = new Map<string, Entry>();
  private readonly sessions = new Map<string, UsageTotal>();
  private readonly agents = new Map<string, UsageTotal>();
  private readonly days = new Map<string, Today>();

  /** Undefined when the record adds nothing. */
  record(
    fileSessionId: string,
    agentId: string | undefined,
    record: MessageRecord,
  ): LedgerChange | undefined {
    const before = this.entries.get(record.messageId);
    if (before !== undefined && tokens(record.usage) <= sum(before.total)) return undefined;
    const { usd, estimated } = priceMessage(record.model, record.usage, record.at);
    const { usage } = record;
    const total: UsageTotal = {
      input: usage.input,
      output: usage.output,
      cacheRead: usage.cacheRead,
      cacheCreation: usage.cacheWrite5m + usage.cacheWrite1h,
      usd,
      estimated,
    };
    const entry: Entry = {
      sessionId: before?.sessionId ?? record.ownerSessionId ?? fileSessionId,
      agentId: before === undefined ? agentId : before.agentId,
      total,
      day: before?.day ?? localDay(record.at),
    };
    this.entries.set(record.messageId, entry);
    const old = before?.total ?? nothing;
    const day = this.days.get(entry.day) ?? { usd: 0, tokens: 0 };
    this.days.set(entry.day, {
      usd: day.usd + total.usd - old.usd,
      tokens: day.tokens + sum(total) - sum(old),
    });
    const session = replace(this.sessions.get(entry.sessionId) ?? nothing, old, total);
    this.sessions.set(entry.sessionId, session);
    let agent: UsageTotal | undefined;
    if (entry.agentId !== undefined) {
      agent = replace(this.agents.get(entry.agentId) ?? nothing, old, total);
      this.agents.set(entry.agentId, agent);
    }
    return { sessionId: entry.sessionId, session, agentId: entry.agentId, agent };
  }

  /** Of the local day that `now` is in. */
  today(now: number): Today {
    return this.days.get(localDay(now)) ?? { usd: 0, tokens: 0 };
  }
}

/** The day of a moment on this machine's calendar; a day may have 23 or 25 hours. */
export function localDay(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}

function replace(total: UsageTotal, old: UsageTotal, now: UsageTotal): UsageTotal {
  return {
    input: total.input + now.input - old.input,
    output: total.output + now.output - old.output,
    cacheRead: total.cacheRead + now.cacheRead - old.cacheRead,
    cacheCreation: total.cacheCreation + now.cacheCreation - old.cacheCreation,
    usd: total.usd + now.usd - old.usd,
    estimated: total.estimated || now.estimated,
  };
}

function sum(total: UsageTotal): number {
  return total.input + total.output + total.cacheRead + total.cacheCreation;
}

function tokens(usage: MessageUsage): number {
  return usage.input + usage.output + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;
}
