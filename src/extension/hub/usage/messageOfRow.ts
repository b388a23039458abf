import type { MessageUsage } from '../domain/cost/pricing';
import { counts, type LineRow } from '../../transcript/lines/lineRow';
import type { MessageInBytes } from './usageLedger';
import type { Names } from './usageRows';

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** Reads a message from a line's row, with names as numbers; valid until the next row. */
export class MessageOfRow implements MessageInBytes {
  readonly hash = { low: 0, high: 0 };
  readonly usage: Mutable<MessageUsage> = {
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    webSearches: 0,
    fast: false,
    usOnly: false,
  };
  at = 0;
  model = 0;
  /** 0 for an owner that no line names. */
  owner = 0;
  private lastOwner = 0;

  constructor(
    private readonly models: Names,
    private readonly owners: Names,
  ) {}

  /** Takes over a row that tells a usage; rows come in their order, as a name is told the first time alone. */
  of(row: LineRow): this {
    const { hash, usage } = this;
    hash.low = row.hashLow;
    hash.high = row.hashHigh;
    usage.input = row.count(counts.input);
    usage.output = row.count(counts.output);
    usage.cacheRead = row.count(counts.cacheRead);
    usage.cacheWrite5m = row.count(counts.cacheWrite5m);
    usage.cacheWrite1h = row.count(counts.cacheWrite1h);
    usage.webSearches = row.count(counts.searches);
    usage.fast = row.isFast;
    usage.usOnly = row.isUsOnly;
    this.at = row.at;
    const { newModel, newOwner } = row;
    if (newModel !== undefined) this.model = this.models.number(newModel);
    if (newOwner !== undefined) this.lastOwner = this.owners.number(newOwner);
    this.owner = row.isOwned ? this.lastOwner : 0;
    return this;
  }
}
