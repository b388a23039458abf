import type { SessionDetails } from '../../../../shared/protocol/protocol';
import type { CostByKind, PriceOverrides } from '../../../../shared/protocol/settings/prices';
import {
  nothingSpent,
  priceByKind,
  priceMessage,
  type MessageUsage,
} from '../../domain/cost/pricing';
import { isSameData } from '../../domain/card/sameData';
import type { MessageRecord } from '../../../agents/transcripts/format';
import {
  DaySum,
  LocalDays,
  Sum,
  tokens,
  unitsPerDollar,
  type DayTotal,
  type LedgerChange,
} from './sums';
import { idHash, Names, UsageRows, type IdHash, type UsageRow } from './usageRows';

const costKinds = [
  'input',
  'output',
  'cacheRead',
  'cacheCreation',
  'other',
] as const satisfies readonly (keyof CostByKind)[];

/** Source number of dropped rows, whose file was removed, truncated or replaced. */
const noSource = 0xffff_ffff;

/** The session or subagent of a transcript. */
export interface TranscriptOwner {
  readonly sessionId: string;
  readonly agentId: string | undefined;
}

/** A message in one file, with the ledger's numbers for names. */
interface MessageRow extends Omit<UsageRow, 'source'> {
  readonly hash: IdHash;
}

/** The session or subagent that made a message; `named` is true if a line names that session. */
interface MessageOwner extends TranscriptOwner {
  readonly named: boolean;
}

/** A message as it is counted, from all files that contain it. */
interface CountedMessage {
  readonly at: number;
  /** Number of the model in `models`. */
  readonly model: number;
  readonly sessionId: string;
  readonly agentId: string | undefined;
  readonly day: number;
  readonly usage: MessageUsage;
  readonly units: number;
  readonly estimated: boolean;
  readonly unpriced: boolean;
}

/**
 * Counts each message once over all files, in any order of reading: with the largest usage of any
 * line and the earliest time of any file. It belongs to the session that a line names as its maker,
 * otherwise to the file's session; if files differ, a session has precedence over a subagent, then
 * the id that sorts first.
 */
export class UsageLedger {
  readonly models = new Names();
  readonly owners = new Names();
  private readonly rows = new UsageRows();
  private prices: PriceOverrides = {};
  /** Undefined if the user has set no prices, which skips their lookup. */
  private ownPrices: PriceOverrides | undefined;
  private readonly sources: (TranscriptOwner | undefined)[] = [];
  private readonly sums = new Map<string, Sum>();
  private readonly days = new Map<number, DaySum>();
  private readonly calendar = new LocalDays();
  private changed: Sum[] = [];
  private changedDays: DaySum[] = [];
  /** The last used sums, since messages of one session and of one day mostly follow each other. */
  private lastSum: Sum | undefined;
  private lastDay: DaySum | undefined;
  private readonly price = { usd: 0, estimated: false, unpriced: false };

  /** Returns a new number for a file's lines. */
  source(sessionId: string, agentId: string | undefined): number {
    return this.sources.push({ sessionId, agentId }) - 1;
  }

  /** Number of rows: one for each message and file that has it. */
  get size(): number {
    return this.rows.length;
  }

  record(source: number, record: MessageRecord): void {
    const { ownerSessionId, at } = record;
    this.count(source, {
      hash: idHash(record.messageId),
      usage: wholeUsage(record.usage),
      at: Math.max(0, at),
      model: this.models.number(record.model),
      owner: ownerSessionId === undefined ? 0 : this.owners.number(ownerSessionId),
    });
  }

  private count(source: number, row: MessageRow): void {
    const { low, high } = row.hash;
    const first = this.rows.first(low, high);
    if (first < 0) {
      const file = this.sources[source];
      if (file === undefined) return;
      this.rows.add(low, high, source, row);
      const sessionId = row.owner === 0 ? file.sessionId : this.owners.name(row.owner);
      this.applyToSums(this.priced(sessionId, file.agentId, row, row.at), 1);
    } else this.countAgain(source, row, first);
  }

  /** Removes the counts of the files with these numbers. */
  drop(sources: ReadonlySet<number>): void {
    for (let row = 0; row < this.rows.length; row += 1) {
      if (!sources.has(this.rows.source(row))) continue;
      this.change(this.rows.hashLow(row), this.rows.hashHigh(row), () => {
        this.rows.setSource(row, noSource);
      });
    }
  }

  /** Recomputes all costs with these prices; returns false if they are already set. */
  setPrices(prices: PriceOverrides): boolean {
    if (isSameData(prices, this.prices)) return false;
    this.prices = prices;
    this.ownPrices = Object.keys(prices).length === 0 ? undefined : prices;
    for (const sum of this.sums.values())
      for (const one of sum.all()) this.markChanged(one).clear();
    for (const day of this.days.values()) this.markDayChanged(day).clear();
    this.applyAllToSums();
    return true;
  }

  /** Returns the totals that changed since the last call. */
  takeChanges(): readonly LedgerChange[] {
    const changes = this.changed.map((sum) => sum.consumeChange());
    this.changed = [];
    return changes;
  }

  /** Returns the days that changed since the last call. */
  takeDays(): readonly DayTotal[] {
    const days = this.changedDays.map((day) => day.readTotal());
    this.changedDays = [];
    return days;
  }

  /**
   * Computes the spending of a session with its subagents, by kind and by model; yields regularly
   * so that other work can run.
   */
  *split(sessionId: string): Generator<undefined, SessionDetails['cost']> {
    const own = new Set<number>();
    for (const [source, file] of this.sources.entries()) {
      if (file?.sessionId === sessionId) own.add(source);
    }
    const seen = new Set<number>();
    const byKind = { ...nothingSpent };
    const models = new Map<number, Omit<SessionDetails['cost']['models'][number], 'model'>>();
    for (let row = 0; row < this.rows.length; row += 1) {
      if (row % 4096 === 0) yield undefined;
      if (!own.has(this.rows.source(row))) continue;
      const first = this.rows.first(this.rows.hashLow(row), this.rows.hashHigh(row));
      if (seen.has(first)) continue;
      seen.add(first);
      const counted = this.counted(first);
      if (counted?.sessionId !== sessionId) continue;
      const { model, usage, units, at, unpriced } = counted;
      const spent = priceByKind(this.models.name(model), usage, at, this.prices);
      for (const kind of costKinds) byKind[kind] += spent[kind];
      const sum = models.get(model) ?? { usd: 0, tokens: 0 };
      models.set(model, {
        usd: sum.usd + units / unitsPerDollar,
        tokens: sum.tokens + tokens(usage),
        ...(unpriced && { unpriced }),
      });
    }
    const named = [...models].map(([model, sum]) => ({ model: this.models.name(model), ...sum }));
    return { byKind, models: named.sort((a, b) => b.usd - a.usd) };
  }

  /** Returns the rows for `restore`, with files renumbered by `sources`. */
  rowBytes(sources: ReadonlyMap<number, number>): Iterable<Uint8Array> {
    return this.rows.bytes(sources);
  }

  /**
   * Loads the stored data of another ledger; this one must be empty. `fill` reads the next rows.
   */
  restore(
    kept: {
      readonly sources: readonly TranscriptOwner[];
      readonly models: readonly string[];
      readonly owners: readonly string[];
      readonly rows: number;
    },
    fill: (bytes: Uint8Array) => void,
  ): void {
    this.rows.load(kept.rows, fill);
    this.sources.push(...kept.sources);
    for (const model of kept.models) this.models.number(model);
    for (const owner of kept.owners) this.owners.number(owner);
    this.applyAllToSums();
  }

  /** Counts a further line of a message that was already counted. */
  private countAgain(source: number, row: MessageRow, first: number): void {
    const { low, high } = row.hash;
    let own = first;
    while (own >= 0 && this.rows.source(own) !== source) own = this.rows.next(own);
    if (own < 0) {
      this.change(low, high, () => this.rows.add(low, high, source, row));
    } else if (compareUsage(row.usage, this.rows.read(own).usage) > 0) {
      this.change(low, high, () => this.rows.setUsage(own, row.usage, row.model));
    }
  }

  private change(low: number, high: number, make: () => void): void {
    const before = this.counted(this.rows.first(low, high));
    make();
    const after = this.counted(this.rows.first(low, high));
    if (before !== undefined) this.applyToSums(before, -1);
    if (after !== undefined) this.applyToSums(after, 1);
  }

  private counted(first: number): CountedMessage | undefined {
    if (this.rows.next(first) < 0) return this.countSingleRow(first);
    let best: UsageRow | undefined;
    let maker: MessageOwner | undefined;
    let at = Infinity;
    for (let row = first; row >= 0; row = this.rows.next(row)) {
      const one = this.rows.read(row);
      const file = this.sources[one.source];
      if (file === undefined) continue;
      at = Math.min(at, one.at);
      if (best === undefined || this.isBetter(one, best)) best = one;
      const candidate: MessageOwner = {
        sessionId: one.owner === 0 ? file.sessionId : this.owners.name(one.owner),
        agentId: file.agentId,
        named: one.owner !== 0,
      };
      if (maker === undefined || isBetterOwner(candidate, maker)) maker = candidate;
    }
    if (best === undefined || maker === undefined) return undefined;
    return this.priced(maker.sessionId, maker.agentId, best, at);
  }

  /** Returns the count of a message that is in one file only, which is usual. */
  private countSingleRow(row: number): CountedMessage | undefined {
    const one = this.rows.read(row);
    const file = this.sources[one.source];
    if (file === undefined) return undefined;
    const sessionId = one.owner === 0 ? file.sessionId : this.owners.name(one.owner);
    return this.priced(sessionId, file.agentId, one, one.at);
  }

  private priced(
    sessionId: string,
    agentId: string | undefined,
    { model, usage }: Pick<UsageRow, 'model' | 'usage'>,
    at: number,
  ): CountedMessage {
    const name = this.models.name(model);
    const price = priceMessage(name, usage, at, this.ownPrices, this.price);
    const { usd, estimated, unpriced } = price;
    const units = Math.round(usd * unitsPerDollar);
    const day = this.calendar.day(at);
    return { at, model, sessionId, agentId, day, usage, units, estimated, unpriced };
  }

  private isBetter(one: UsageRow, best: UsageRow): boolean {
    const order = compareUsage(one.usage, best.usage);
    return order > 0 || (order === 0 && this.models.name(one.model) < this.models.name(best.model));
  }

  private applyAllToSums(): void {
    for (const first of this.rows.firstRows()) {
      const counted = this.counted(first);
      if (counted !== undefined) this.applyToSums(counted, 1);
    }
  }

  private applyToSums(counted: CountedMessage, sign: 1 | -1): void {
    const { sessionId, agentId } = counted;
    const sum = this.sum(sessionId);
    this.markChanged(sum).add(counted, sign);
    if (agentId !== undefined) this.markChanged(sum.agent(agentId)).add(counted, sign);
    this.markDayChanged(this.daySum(counted.day)).add(counted, sign);
  }

  private sum(sessionId: string): Sum {
    if (this.lastSum?.sessionId === sessionId) return this.lastSum;
    const sum = this.sums.get(sessionId) ?? new Sum(sessionId, undefined);
    this.sums.set(sessionId, sum);
    return (this.lastSum = sum);
  }

  private markChanged(sum: Sum): Sum {
    if (!sum.isChanged) this.changed.push(sum);
    sum.isChanged = true;
    return sum;
  }

  private markDayChanged(day: DaySum): DaySum {
    if (!day.isChanged) this.changedDays.push(day);
    day.isChanged = true;
    return day;
  }

  private daySum(day: number): DaySum {
    if (this.lastDay?.day === day) return this.lastDay;
    const sum = this.days.get(day) ?? new DaySum(day);
    this.days.set(day, sum);
    return (this.lastDay = sum);
  }
}

/**
 * True if a maker has precedence. Side questions, forks and compactions start with copies of
 * messages, which belong to the original session.
 */
function isBetterOwner(one: MessageOwner, best: MessageOwner): boolean {
  if (one.named !== best.named) return one.named;
  const [agent, bestAgent] = [one.agentId ?? '', best.agentId ?? ''];
  if ((agent === '') !== (bestAgent === '')) return agent === '';
  return one.sessionId === best.sessionId ? agent < bestAgent : one.sessionId < best.sessionId;
}

const compared = [
  'input',
  'output',
  'cacheRead',
  'cacheWrite5m',
  'cacheWrite1h',
  'webSearches',
  'fast',
  'usOnly',
] as const satisfies readonly (keyof MessageUsage)[];

/** Orders usages by tokens; the other fields only make the order of different usages definite. */
function compareUsage(a: MessageUsage, b: MessageUsage): number {
  const more = tokens(a) - tokens(b);
  if (more !== 0) return more;
  for (const key of compared) if (a[key] !== b[key]) return Number(a[key]) - Number(b[key]);
  return 0;
}

/** Limits the counts of a line, which can be any numbers, to 32-bit unsigned integers. */
function wholeUsage(usage: MessageUsage): MessageUsage {
  return {
    ...usage,
    input: toValidCount(usage.input),
    output: toValidCount(usage.output),
    cacheRead: toValidCount(usage.cacheRead),
    cacheWrite5m: toValidCount(usage.cacheWrite5m),
    cacheWrite1h: toValidCount(usage.cacheWrite1h),
    webSearches: toValidCount(usage.webSearches),
  };
}

function toValidCount(count: number): number {
  return Math.min(0xffff_ffff, Math.max(0, Math.floor(count)));
}
