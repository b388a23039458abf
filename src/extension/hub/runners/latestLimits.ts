import type { AccountLimits } from '../../../shared/protocol/session/limit';
import { limitWindows, type LimitWindow } from '../../../shared/text/limitWindows';
import { comingTime, elapsedTime } from '../../../shared/protocol/plausible';
import { Emitter } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';
import type { SummaryPart } from '../domain/card/cardPart';

interface Known {
  /** When the client told it, in ms since 1970. */
  readonly at: number;
  readonly resetsAt: number;
  readonly use: NonNullable<AccountLimits[LimitWindow]>;
}

/** Keeps the newest that any client told of each limit of the account, until that limit resets. */
export class LatestLimits implements SummaryPart, Disposable {
  private readonly known = new Map<LimitWindow, Known>();
  private readonly changes = new Emitter<void>();
  readonly onDidChange = this.changes.event;

  accept(told: AccountLimits, now = Date.now()): void {
    const at = elapsedTime(Date.parse(told.at), now);
    if (at === undefined) return;
    for (const window of limitWindows) {
      const use = told[window];
      const resetsAt = use && comingTime(Date.parse(use.resetsAt), now);
      const isOlder = at < (this.known.get(window)?.at ?? 0);
      if (use === undefined || resetsAt === undefined || isOlder) continue;
      // A clock that runs ahead would hide for long what others tell.
      this.known.set(window, { at: Math.min(at, now), resetsAt, use });
    }
    this.changes.fire();
  }

  summaryAt(now: number): { readonly limits?: AccountLimits } {
    const limits = this.at(now);
    return limits === undefined ? {} : { limits };
  }

  /** Undefined where nothing is known that still counts at a time, in ms since 1970. */
  at(now: number): AccountLimits | undefined {
    const counting = [...this.known].filter(([, { resetsAt }]) => resetsAt > now);
    if (counting.length === 0) return undefined;
    const at = new Date(Math.max(...counting.map(([, one]) => one.at))).toISOString();
    return { at, ...Object.fromEntries(counting.map(([window, { use }]) => [window, use])) };
  }

  dispose(): void {
    this.changes.dispose();
  }
}
