import { systemClock, type Clock } from '../../util/clock';
import { toDisposable, type Disposable } from '../../util/lifetime';

/** Notifications that are due within this time, in ms, may be combined. */
const combineMs = 2_000;

/** An item of which the person is to be notified. */
export interface DueNotification<T> {
  readonly item: T;
  /** Due time in ms since 1970. */
  readonly at: number;
  /**
   * True if the item may be included in an earlier notification, less than `combineMs` before it
   * is due.
   */
  readonly joins?: boolean;
}

/** One kind of items, of which either windows or phones notify the person. */
export interface NotificationKind<T> {
  /** Returns all items that wait for a notification. */
  waiting(now: number): Iterable<DueNotification<T>>;
  /** Notifies the person of all of these items. */
  call(items: readonly T[], now: number): void;
}

interface Scheduled {
  readonly rate: { freeAt(now: number): number } | undefined;
  timer?: Disposable;
}

/**
 * Notifies the person of items when they are due, together with others of their kind that are due
 * soon, and no more often than the kind's rate limit allows.
 */
export class NotificationSchedule {
  private readonly kinds = new Map<NotificationKind<unknown>, Scheduled>();

  constructor(readonly clock: Clock = systemClock) {}

  /** The time in ms since 1970. */
  get now(): number {
    return this.clock.now();
  }

  /**
   * Adds a kind, whose items are notified until the result is disposed; `rate` limits how often.
   */
  add(kind: NotificationKind<unknown>, rate?: Scheduled['rate']): Disposable {
    const scheduled: Scheduled = { rate };
    this.kinds.set(kind, scheduled);
    return toDisposable(() => {
      scheduled.timer?.dispose();
      this.kinds.delete(kind);
    });
  }

  has(kind: NotificationKind<unknown>): boolean {
    return this.kinds.has(kind);
  }

  /** Notifies the person of the due items of a kind, and schedules the kind's next check. */
  check(kind: NotificationKind<unknown>): void {
    const scheduled = this.kinds.get(kind);
    if (scheduled === undefined) return;
    scheduled.timer?.dispose();
    const { now } = this;
    const due: unknown[] = [];
    const soon: unknown[] = [];
    let next = Infinity;
    for (const { item, at, joins = false } of kind.waiting(now)) {
      if (at <= now) due.push(item);
      else if (at <= now + combineMs && joins) soon.push(item);
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
