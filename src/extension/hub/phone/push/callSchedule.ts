import type { Disposable } from '../../../util/lifetime';
import type { CallRate } from './callRate';
import type { Clock } from '../../../util/clock';

/** Calls due within this time, in ms, are combined. */
const togetherMs = 2_000;

/** An item that phones are called for. */
export interface DueCall<T> {
  readonly item: T;
  /** Due time in ms since 1970. */
  readonly at: number;
  /** False if the item must not be added to an earlier call, although it is due soon. */
  readonly joins: boolean;
}

export interface CallScheduleParts<T> {
  /** Returns all items that wait for a call. */
  readonly waiting: (now: number) => Iterable<DueCall<T>>;
  /** Calls phones for all of these items at once. */
  readonly call: (items: readonly T[], now: number) => void;
  readonly rate: CallRate;
  readonly clock: Clock;
}

/** Calls phones when an item is due, together with items due soon, and no more often than the rate allows. */
export class CallSchedule<T> implements Disposable {
  private timer: Disposable | undefined;
  private isDisposed = false;

  constructor(private readonly parts: CallScheduleParts<T>) {}

  /** Calls for the due items, and schedules the next check. */
  check(): void {
    this.timer?.dispose();
    if (this.isDisposed) return;
    const { waiting, call, rate, clock } = this.parts;
    const now = clock.now();
    const due: T[] = [];
    const soon: T[] = [];
    let next = Infinity;
    for (const { item, at, joins } of waiting(now)) {
      if (at <= now) due.push(item);
      else if (at <= now + togetherMs && joins) soon.push(item);
      next = Math.min(next, at > now ? at : Infinity);
    }
    if (due.length > 0) {
      const free = rate.freeAt(now);
      if (free <= now) call([...due, ...soon], now);
      else next = Math.min(next, free);
    }
    if (next === Infinity) return;
    this.timer = clock.after(Math.max(1, next - now), () => this.check());
  }

  dispose(): void {
    this.isDisposed = true;
    this.timer?.dispose();
  }
}
