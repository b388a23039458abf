import type { HookEvent } from './event';
import { reduceHook } from './reduce/reduceHook';
import type { HookFacts } from './session';

/** A hook may arrive before one that ran up to this much earlier, in ms: relays run side by side. */
const reorderMs = 2_000;

/** A hook and the facts after it. One that was overtaken is folded again. */
interface Step {
  readonly event: HookEvent;
  readonly after: HookFacts;
}

/** A session's last hooks, folded in the order in which they ran. */
export class HookLog {
  /** Facts before the first of `recent`. */
  private base: HookFacts | undefined;
  private recent: Step[] = [];

  /** Returns the facts with this hook in its place. */
  fold(event: HookEvent): HookFacts {
    const place = this.recent.findLastIndex((one) => one.event.at <= event.at) + 1;
    const overtaken = this.recent.splice(place);
    let facts = reduceHook(this.recent.at(-1)?.after ?? this.base, event);
    this.recent.push({ event, after: facts });
    for (const { event: later } of overtaken) {
      facts = reduceHook(facts, later);
      this.recent.push({ event: later, after: facts });
    }
    this.settleBefore((this.recent.at(-1)?.event.at ?? event.at) - reorderMs);
    return facts;
  }

  /**
   * Drops the hooks that nothing can overtake any more, as their payloads may be large. A hook whose
   * time lies ahead ran before the clock was set back.
   */
  settle(now: number): void {
    const newest = this.recent.at(-1);
    if (newest === undefined || Math.abs(now - newest.event.at) <= reorderMs) return;
    this.base = newest.after;
    this.recent = [];
  }

  private settleBefore(at: number): void {
    const open = this.recent.findIndex((one) => one.event.at > at);
    if (open <= 0) return;
    this.base = this.recent[open - 1]?.after;
    this.recent.splice(0, open);
  }
}
