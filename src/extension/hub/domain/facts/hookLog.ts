import type { HookEvent } from './event';
import { reduceHook } from './reduce/reduceHook';
import type { HookFacts } from './session';

/**
 * Hooks that ran within this time, in ms, may arrive in the wrong order, because their relays run
 * in parallel.
 */
const reorderMs = 2_000;

/** A hook and the facts after it. Inserting a late hook recomputes the facts of the later steps. */
interface Step {
  readonly event: HookEvent;
  readonly after: HookFacts;
}

/**
 * Folds a session's hooks in the order in which they ran, even if they arrive in a different order.
 */
export class HookLog {
  /** Facts before the first step of `recent`. */
  private base: HookFacts | undefined;
  private recent: Step[] = [];

  /** Inserts a hook by its time and returns the facts after all hooks. */
  fold(event: HookEvent): HookFacts {
    const index = this.recent.findLastIndex((one) => one.event.at <= event.at) + 1;
    const overtaken = this.recent.splice(index);
    let facts = reduceHook(this.recent.at(-1)?.after ?? this.base, event);
    this.recent.push({ event, after: facts });
    for (const { event: later } of overtaken) {
      facts = reduceHook(facts, later);
      this.recent.push({ event: later, after: facts });
    }
    this.dropBefore((this.recent.at(-1)?.event.at ?? event.at) - reorderMs);
    return facts;
  }

  /**
   * Drops the hooks that no late hook can precede any more, because their payloads may be large.
   * This includes hooks with a time in the future, which ran before the clock was set back.
   */
  dropOldHooks(now: number): void {
    const newest = this.recent.at(-1);
    if (newest === undefined || Math.abs(now - newest.event.at) <= reorderMs) return;
    this.base = newest.after;
    this.recent = [];
  }

  private dropBefore(at: number): void {
    const firstKept = this.recent.findIndex((one) => one.event.at > at);
    if (firstKept <= 0) return;
    this.base = this.recent[firstKept - 1]?.after;
    this.recent.splice(0, firstKept);
  }
}
