import { systemClock, type Clock } from '../../util/clock';
import { toDisposable, type Disposable } from '../../util/lifetime';

/** Calls due within this time, in ms, are combined. */
const togetherMs = 2_000;

/** An occasion for a call of the person. */
export interface DueCall<T> {
  readonly item: T;
  /** Due time in ms since 1970. */
  readonly at: number;
  /** True if the item may be added to an earlier call when it is due soon. */
  readonly joins?: boolean;
}

/** One kind of occasion, for which either windows or phones are called. */
export interface CallKind<T> {
  /** Returns all occasions that wait for a call. */
  waiting(now: number): Iterable<DueCall<T>>;
  /** Calls the person for all of these occasions. */
  call(items: readonly T[], now: number): void;
}

interface Scheduled {
  readonly rate: { freeAt(now: number): number } | undefined;
  timer?: Disposable;
}

/**
 * Calls the person when an occasion is due, together with others of its kind that are due soon, and
 * no more often than the rate of the kind allows.
 */
export class CallSchedule {
  private readonly kinds = new Map<CallKind<unknown>, Scheduled>();

  constructor(readonly clock: Clock = systemClock) {}

  /** The time in ms since 1970. */
  get now(): number {
    return this.clock.now();
  }

  /** Adds a kind, which makes calls until the result is disposed. */
  add(kind: CallKind<unknown>, rate?: Scheduled['rate']): Disposable {
    const scheduled: Scheduled = { rate };
    this.kinds.set(kind, scheduled);
    return toDisposable(() => {
      scheduled.timer?.dispose();
      this.kinds.delete(kind);
    });
  }

  has(kind: CallKind<unknown>): boolean {
    return this.kinds.has(kind);
  }

  /** Calls for the due occasions of a kind, and schedules its next check. */
  check(kind: CallKind<unknown>): void {
    const scheduled = this.kinds.get(kind);
    if (scheduled === undefined) return;
    scheduled.timer?.dispose();
    const { now } = this;
    const due: unknown[] = [];
    const soon: unknown[] = [];
    let next = Infinity;
    for (const { item, at, joins = false } of kind.waiting(now)) {
      if (at <= now) due.push(item);
      else if (at <= now + togetherMs && joins) soon.push(item);
      next = Math.min(next, at > now ? at : Infinity);
    }
    if (due.length > 0) {
      const free = scheduled.rate?.freeAt(now) ?? now;
      if (free <= now) kind.call([...due, ...soon], now);
      else next = Math.min(next, free);
    }
    if (next === Infinity) return;
    scheduled.timer = this.clock.after(Math.max(1, next - now), () => this.check(kind));
  }
}
