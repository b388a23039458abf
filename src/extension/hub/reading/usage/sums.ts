import type { UsageTotal } from '../../domain/facts/event';
import type { MessageUsage } from '../../domain/cost/pricing';

/** Sums are integers of this unit, so that the order of additions does not affect them. */
export const unitsPerDollar = 1e10;

/** A changed total. */
export interface LedgerChange {
  readonly sessionId: string;
  /** Undefined for the session including all its subagents. */
  readonly agentId: string | undefined;
  readonly total: UsageTotal;
}

/** Spending on a day of this machine's calendar. */
export interface DayTotal {
  /** The date as a number, such as 20260301 for March 1, 2026. */
  readonly day: number;
  readonly usd: number;
  readonly tokens: number;
  /** True if a part was priced as another model. */
  readonly estimated: boolean;
  /** Set if the price of some of the tokens is unknown. */
  readonly unpriced?: true;
}

/** Usage and cost of one message, as they are added to sums. */
export interface MessageSpending {
  readonly usage: MessageUsage;
  readonly units: number;
  readonly estimated: boolean;
  readonly unpriced: boolean;
}

/** Spending of a session or a subagent. */
export class Sum {
  input = 0;
  output = 0;
  cacheRead = 0;
  cacheCreation = 0;
  units = 0;
  estimates = 0;
  unpriced = 0;
  /** True if the sum is already in the list of changed ones. */
  isChanged = false;
  private agents: Map<string, Sum> | undefined;

  constructor(
    readonly sessionId: string,
    readonly agentId: string | undefined,
  ) {}

  /** Returns the sum of a subagent. */
  agent(agentId: string): Sum {
    this.agents ??= new Map();
    let sum = this.agents.get(agentId);
    if (sum === undefined) this.agents.set(agentId, (sum = new Sum(this.sessionId, agentId)));
    return sum;
  }

  add({ usage, units, estimated, unpriced }: MessageSpending, sign: 1 | -1): void {
    this.input += sign * usage.input;
    this.output += sign * usage.output;
    this.cacheRead += sign * usage.cacheRead;
    this.cacheCreation += sign * (usage.cacheWrite5m + usage.cacheWrite1h);
    this.units += sign * units;
    if (estimated) this.estimates += sign;
    if (unpriced) this.unpriced += sign;
  }

  /** Returns this sum and those of its subagents. */
  all(): readonly Sum[] {
    return [this, ...(this.agents?.values() ?? [])];
  }

  clear(): void {
    this.input = 0;
    this.output = 0;
    this.cacheRead = 0;
    this.cacheCreation = 0;
    this.units = 0;
    this.estimates = 0;
    this.unpriced = 0;
  }

  consumeChange(): LedgerChange {
    this.isChanged = false;
    const { sessionId, agentId, input, output, cacheRead, cacheCreation } = this;
    const usd = this.units / unitsPerDollar;
    const priced = pricedAs(this);
    return {
      sessionId,
      agentId,
      total: { input, output, cacheRead, cacheCreation, usd, ...priced },
    };
  }
}

/** Spending of a day. */
export class DaySum {
  units = 0;
  tokens = 0;
  estimates = 0;
  unpriced = 0;
  isChanged = false;

  constructor(readonly day: number) {}

  add({ usage, units, estimated, unpriced }: MessageSpending, sign: 1 | -1): void {
    this.units += sign * units;
    this.tokens += sign * tokens(usage);
    if (estimated) this.estimates += sign;
    if (unpriced) this.unpriced += sign;
  }

  clear(): void {
    this.units = 0;
    this.tokens = 0;
    this.estimates = 0;
    this.unpriced = 0;
  }

  readTotal(): DayTotal {
    const { day, units, tokens } = this;
    this.isChanged = false;
    return { day, usd: units / unitsPerDollar, tokens, ...pricedAs(this) };
  }
}

/** Returns how accurate a sum is, from the numbers of its estimated and unpriced messages. */
function pricedAs({
  estimates,
  unpriced,
}: Readonly<Record<'estimates' | 'unpriced', number>>): Pick<DayTotal, 'estimated' | 'unpriced'> {
  return { estimated: estimates > 0, ...(unpriced > 0 && { unpriced: true }) };
}

/** Returns the number of tokens of all kinds. */
export function tokens(usage: MessageUsage): number {
  return usage.input + usage.output + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;
}

/** Days of this machine's calendar as numbers; a day may have 23 or 25 hours. */
export class LocalDays {
  private start = 0;
  private end = 0;
  private current = 0;

  /** Returns the date of a time (ms since 1970) as a number, such as 20260301 for March 1, 2026. */
  day(at: number): number {
    if (at < this.start || at >= this.end) {
      const date = new Date(at);
      const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
      this.start = new Date(year, month, day).getTime();
      this.end = new Date(year, month, day + 1).getTime();
      this.current = year * 10_000 + (month + 1) * 100 + day;
    }
    return this.current;
  }
}
