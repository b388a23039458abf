import type { UsageTotal } from '../domain/event';
import { priceMessage, type MessageUsage } from '../domain/pricing';
import type { Today } from '../domain/summary';
import { LocalDays } from './localDays';
import type { MessageRecord } from './messageUsage';
import { Names } from './names';
import { hashOf, UsageRows, type UsageRow } from './usageRows';

/** Sums are kept in whole units of this size: then the order of adding changes nothing. */
const unitsPerDollar = 1e10;

/** Rows of a file that was cut or replaced. */
const noSource = 0xffff_ffff;

/** A total that has changed. */
export interface LedgerChange {
  readonly sessionId: string;
  /** Undefined for the session with all its subagents. */
  readonly agentId: string | undefined;
  readonly total: UsageTotal;
}

/** A file as the ledger knows it. */
interface Source {
  readonly sessionId: string;
  readonly agentId: string | undefined;
}

/** A record as the cache keeps it. */
export interface StoredRecord {
  readonly source: number;
  readonly hash: readonly [number, number];
  readonly usage: MessageUsage;
  readonly at: number;
  readonly model: string;
  /** Empty where no line names the session that made the message. */
  readonly owner: string;
}

/** Whose message it is, and whether a line says so. */
interface Maker extends Source {
  readonly named: boolean;
}

/** What one message counts for, from everything that any file tells of it. */
interface Counted {
  readonly sessionId: string;
  readonly agentId: string | undefined;
  readonly day: number;
  readonly usage: MessageUsage;
  readonly units: number;
  readonly estimated: boolean;
}

class Sum {
  input = 0;
  output = 0;
  cacheRead = 0;
  cacheCreation = 0;
  units = 0;
  estimates = 0;

  add({ usage, units, estimated }: Counted, sign: 1 | -1): void {
    this.input += sign * usage.input;
    this.output += sign * usage.output;
    this.cacheRead += sign * usage.cacheRead;
    this.cacheCreation += sign * (usage.cacheWrite5m + usage.cacheWrite1h);
    this.units += sign * units;
    if (estimated) this.estimates += sign;
  }

  total(): UsageTotal {
    const { input, output, cacheRead, cacheCreation } = this;
    const usd = this.units / unitsPerDollar;
    return { input, output, cacheRead, cacheCreation, usd, estimated: this.estimates > 0 };
  }
}

/**
 * Counts each message once over all files, in whatever order they are read: the largest usage that
 * any line tells, at the earliest time that any file tells. It belongs to the session that a line
 * names as its maker, else to the file's; where files differ, a subagent's word counts more than
 * a session's, and then the id that sorts first.
 */
export class UsageLedger {
  private readonly rows = new UsageRows();
  private readonly models = new Names();
  private readonly owners = new Names();
  private readonly sources: Source[] = [];
  private readonly sums = new Map<string, Sum>();
  private readonly days = new Map<number, { units: number; tokens: number }>();
  private readonly calendar = new LocalDays();
  private readonly changed = new Map<string, { sessionId: string; agentId: string | undefined }>();

  /** The number under which a file's lines are recorded. */
  source(sessionId: string, agentId: string | undefined): number {
    return this.sources.push({ sessionId, agentId }) - 1;
  }

  record(source: number, record: MessageRecord): void {
    const [low, high] = hashOf(record.messageId);
    const owner =
      record.ownerSessionId === undefined ? 0 : this.owners.number(record.ownerSessionId);
    const model = this.models.number(record.model);
    this.put(low, high, {
      usage: wholeUsage(record.usage),
      at: Math.max(0, record.at),
      model,
      source,
      owner,
    });
  }

  /** Takes back what a file told. */
  drop(source: number): void {
    for (let row = 0; row < this.rows.length; row += 1) {
      if (this.rows.source(row) !== source) continue;
      const [low, high] = this.rows.hash(row);
      this.change(low, high, () => this.rows.setSource(row, noSource));
    }
  }

  /** The totals that changed since the last call. */
  takeChanges(): readonly LedgerChange[] {
    const changes: LedgerChange[] = [];
    for (const [key, { sessionId, agentId }] of this.changed) {
      const sum = this.sums.get(key);
      if (sum !== undefined) changes.push({ sessionId, agentId, total: sum.total() });
    }
    this.changed.clear();
    return changes;
  }

  /** Of the local day that `now` is in. */
  today(now: number): Today {
    const day = this.days.get(this.calendar.day(now));
    return { usd: (day?.units ?? 0) / unitsPerDollar, tokens: day?.tokens ?? 0 };
  }

  /** Everything recorded under one of these numbers; stops for others' sake between portions. */
  *recordsOf(wanted: { has(source: number): boolean }): Generator<StoredRecord | undefined> {
    for (let row = 0; row < this.rows.length; row += 1) {
      if (row % 4096 === 0) yield undefined;
      if (!wanted.has(this.rows.source(row))) continue;
      const { usage, at, model, source, owner } = this.rows.read(row);
      const names = { model: this.models.name(model), owner: this.owners.name(owner) };
      yield { source, hash: this.rows.hash(row), usage, at, ...names };
    }
  }

  restore(source: number, { hash, usage, at, model, owner }: Omit<StoredRecord, 'source'>): void {
    this.put(hash[0], hash[1], {
      usage,
      at,
      model: this.models.number(model),
      source,
      owner: owner === '' ? 0 : this.owners.number(owner),
    });
  }

  private put(low: number, high: number, row: UsageRow): void {
    let own = this.rows.first(low, high);
    const file = this.sources[row.source];
    if (own < 0 && file !== undefined) {
      this.rows.add(low, high, row);
      const sessionId = row.owner === 0 ? file.sessionId : this.owners.name(row.owner);
      this.book(this.priced(sessionId, file.agentId, row, row.at), 1);
      return;
    }
    while (own >= 0 && this.rows.source(own) !== row.source) own = this.rows.next(own);
    if (own < 0) {
      this.change(low, high, () => this.rows.add(low, high, row));
    } else if (compareUsage(row.usage, this.rows.read(own).usage) > 0) {
      this.change(low, high, () => this.rows.setUsage(own, row.usage, row.model));
    }
  }

  private change(low: number, high: number, make: () => void): void {
    const before = this.counted(this.rows.first(low, high));
    make();
    const after = this.counted(this.rows.first(low, high));
    if (before !== undefined) this.book(before, -1);
    if (after !== undefined) this.book(after, 1);
  }

  private counted(first: number): Counted | undefined {
    let best: UsageRow | undefined;
    let maker: Maker | undefined;
    let at = Infinity;
    for (let row = first; row >= 0; row = this.rows.next(row)) {
      const one = this.rows.read(row);
      const file = this.sources[one.source];
      if (file === undefined) continue;
      at = Math.min(at, one.at);
      if (best === undefined || this.isBetter(one, best)) best = one;
      const told: Maker = {
        sessionId: one.owner === 0 ? file.sessionId : this.owners.name(one.owner),
        agentId: file.agentId,
        named: one.owner !== 0,
      };
      if (maker === undefined || isBetterMaker(told, maker)) maker = told;
    }
    if (best === undefined || maker === undefined) return undefined;
    return this.priced(maker.sessionId, maker.agentId, best, at);
  }

  private priced(
    sessionId: string,
    agentId: string | undefined,
    { model, usage }: UsageRow,
    at: number,
  ): Counted {
    const { usd, estimated } = priceMessage(this.models.name(model), usage, at);
    const units = Math.round(usd * unitsPerDollar);
    return { sessionId, agentId, day: this.calendar.day(at), usage, units, estimated };
  }

  private isBetter(one: UsageRow, best: UsageRow): boolean {
    const order = compareUsage(one.usage, best.usage);
    return order > 0 || (order === 0 && this.models.name(one.model) < this.models.name(best.model));
  }

  private book(counted: Counted, sign: 1 | -1): void {
    const { sessionId, agentId } = counted;
    this.sum(sessionId, undefined).add(counted, sign);
    if (agentId !== undefined) this.sum(sessionId, agentId).add(counted, sign);
    const day = this.days.get(counted.day) ?? { units: 0, tokens: 0 };
    day.units += sign * counted.units;
    day.tokens += sign * tokens(counted.usage);
    this.days.set(counted.day, day);
  }

  private sum(sessionId: string, agentId: string | undefined): Sum {
    const key = agentId === undefined ? sessionId : `${sessionId}\n${agentId}`;
    let sum = this.sums.get(key);
    if (sum === undefined) this.sums.set(key, (sum = new Sum()));
    if (!this.changed.has(key)) this.changed.set(key, { sessionId, agentId });
    return sum;
  }
}

function isBetterMaker(one: Maker, best: Maker): boolean {
  if (one.named !== best.named) return one.named;
  const [agent, bestAgent] = [one.agentId ?? '', best.agentId ?? ''];
  if ((agent === '') !== (bestAgent === '')) return agent !== '';
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

/** By tokens; every further field only makes sure that different usages are never equal. */
function compareUsage(a: MessageUsage, b: MessageUsage): number {
  const more = tokens(a) - tokens(b);
  if (more !== 0) return more;
  for (const key of compared) if (a[key] !== b[key]) return Number(a[key]) - Number(b[key]);
  return 0;
}

function tokens(usage: MessageUsage): number {
  return usage.input + usage.output + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;
}

/** Nothing that a line says makes a negative, broken or endless count. */
function wholeUsage(usage: MessageUsage): MessageUsage {
  return {
    ...usage,
    input: whole(usage.input),
    output: whole(usage.output),
    cacheRead: whole(usage.cacheRead),
    cacheWrite5m: whole(usage.cacheWrite5m),
    cacheWrite1h: whole(usage.cacheWrite1h),
    webSearches: whole(usage.webSearches),
  };
}

function whole(count: number): number {
  return Math.min(0xffff_ffff, Math.max(0, Math.floor(count)));
}
