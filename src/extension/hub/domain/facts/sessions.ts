import type { DomainEvent, HookEvent } from './event';
import { CardLinks } from './cardLinks';
import { HookLog } from './hookLog';
import { reduce } from './reduce/reduce';
import { createSessionFacts, type HookFacts, type SessionFacts } from './session';

/** Events that do not create an unknown session, so that a deleted session stays deleted. */
const needsKnownSession: ReadonlySet<DomainEvent['type']> = new Set([
  'answered',
  'released',
  'dialogSettings',
  'titled',
]);

/**
 * The facts of all sessions. Hooks that arrive in the wrong order are folded in the order in which
 * they ran.
 */
export class Sessions {
  private readonly facts = new Map<string, SessionFacts>();
  private readonly hookLogs = new Map<string, HookLog>();
  private readonly cardLinks = new CardLinks(this.facts);

  get ids(): Iterable<string> {
    return this.facts.keys();
  }

  get(sessionId: string): SessionFacts | undefined {
    return this.facts.get(sessionId);
  }

  /** Applies an event to its session; returns the ids of other sessions that changed as well. */
  apply(event: DomainEvent): readonly string[] {
    const known = this.facts.get(event.sessionId);
    if (known === undefined && needsKnownSession.has(event.type)) return [];
    const before = known ?? createSessionFacts(event.sessionId);
    const after =
      event.type === 'hook' ? { ...before, hook: this.foldHook(event) } : reduce(before, event);
    const { agent } = event;
    this.facts.set(event.sessionId, agent === undefined ? after : { ...after, agent });
    return this.cardLinks.update(event.sessionId, known === undefined);
  }

  /** Deletes a session; returns the ids of other sessions that changed as well. */
  delete(sessionId: string): readonly string[] {
    const front = this.facts.get(sessionId)?.representedBy;
    this.facts.delete(sessionId);
    this.hookLogs.delete(sessionId);
    return this.cardLinks.remove(sessionId, front);
  }

  /** Drops the hooks that no late hook can precede any more. */
  dropOldHooks(now: number): void {
    for (const log of this.hookLogs.values()) log.dropOldHooks(now);
  }

  private foldHook(event: HookEvent): HookFacts {
    const log = this.hookLogs.get(event.sessionId) ?? new HookLog();
    this.hookLogs.set(event.sessionId, log);
    return log.fold(event);
  }
}
