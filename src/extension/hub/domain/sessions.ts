import type { DomainEvent, HookEvent } from './event';
import { reduce } from './reduce';
import { reduceHook } from './reduceHook';
import { newSession, type HookFacts, type SessionFacts } from './session';

/** Hook calls that may still be overtaken by an earlier one, in ms: relays run side by side. */
const reorderMs = 2_000;

interface HookLog {
  /** Facts before the first event of `recent`. */
  readonly base: HookFacts | undefined;
  readonly recent: readonly HookEvent[];
}

/** All sessions' facts. Hook calls that arrive in the wrong order are folded in the order they ran. */
export class Sessions {
  private readonly facts = new Map<string, SessionFacts>();
  private readonly hookLogs = new Map<string, HookLog>();

  get ids(): Iterable<string> {
    return this.facts.keys();
  }

  get(sessionId: string): SessionFacts | undefined {
    return this.facts.get(sessionId);
  }

  apply(event: DomainEvent): void {
    const before = this.facts.get(event.sessionId) ?? newSession(event.sessionId);
    const after =
      event.type === 'hook' ? { ...before, hook: this.foldHook(event) } : reduce(before, event);
    this.facts.set(event.sessionId, after);
  }

  forget(sessionId: string): void {
    this.facts.delete(sessionId);
    this.hookLogs.delete(sessionId);
  }

  /**
   * Gives back the calls that nothing can overtake any more; their payloads may be large. A call
   * that lies ahead was made before the clock was set back.
   */
  settle(now: number): void {
    for (const [sessionId, log] of this.hookLogs) {
      const newest = log.recent.at(-1);
      if (newest !== undefined && Math.abs(now - newest.at) > reorderMs) {
        this.hookLogs.set(sessionId, { base: this.facts.get(sessionId)?.hook, recent: [] });
      }
    }
  }

  private foldHook(event: HookEvent): HookFacts {
    const log = this.hookLogs.get(event.sessionId) ?? { base: undefined, recent: [] };
    const recent = [...log.recent];
    const place = recent.findLastIndex((one) => one.at <= event.at) + 1;
    recent.splice(place, 0, event);
    const newest = recent.at(-1)?.at ?? event.at;
    const settled = recent.findIndex((one) => one.at > newest - reorderMs);
    const base = recent
      .slice(0, settled)
      .reduce<HookFacts | undefined>((facts, one) => reduceHook(facts, one), log.base);
    const kept = recent.slice(settled);
    this.hookLogs.set(event.sessionId, { base, recent: kept });
    return (
      kept.reduce<HookFacts | undefined>((facts, one) => reduceHook(facts, one), base) ??
      reduceHook(base, event)
    );
  }
}
