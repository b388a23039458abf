import { currentProcess, type SessionFacts } from './session';
import { isSameTeammate, leadPrefix, membershipOf, teammateOf } from './team';

/**
 * Keeps up to date which session's card stands for which other one: a lead's for its teammates, whose
 * facts it then has, and that of a session in the background for the one that it goes on with.
 */
export class Fronts {
  /** Sessions that another one's card stands for once that is known. */
  private readonly followers = new Set<string>();

  constructor(private readonly facts: Map<string, SessionFacts>) {}

  /** Follows a change of a session; returns the ids of other sessions that changed with it. */
  after(sessionId: string, isNew: boolean): readonly string[] {
    const touched = this.link(sessionId);
    if (!isNew) return touched;
    const waiting = [...this.followers].filter(
      (id) => id !== sessionId && this.facts.get(id)?.front === undefined,
    );
    return [...touched, ...waiting.flatMap((id) => [id, ...this.link(id)])];
  }

  /** Follows that a session was forgotten; `front` is the one that stood for it. */
  without(sessionId: string, front: string | undefined): readonly string[] {
    this.followers.delete(sessionId);
    const left = [...this.followers].filter((id) => this.facts.get(id)?.front === sessionId);
    for (const id of left) this.change(id, { front: undefined });
    const lead = this.facts.get(front ?? '');
    if (lead?.teammates.has(sessionId) !== true) return left;
    const teammates = new Map(lead.teammates);
    teammates.delete(sessionId);
    this.change(lead.sessionId, { teammates });
    return [...left, lead.sessionId];
  }

  private link(sessionId: string): readonly string[] {
    const facts = this.facts.get(sessionId);
    if (facts === undefined) return [];
    const member = membershipOf(facts);
    const continuation = facts.transcript?.continuedIn;
    if (member === undefined && continuation === undefined) {
      if (facts.front !== undefined) this.change(sessionId, { front: undefined });
      return [];
    }
    this.followers.add(sessionId);
    if (member === undefined) {
      const isOver = currentProcess(facts) === undefined;
      const front = isOver && this.facts.has(continuation ?? '') ? continuation : undefined;
      if (facts.front !== front) this.change(sessionId, { front });
      return [];
    }
    const lead = this.leadOf(sessionId, facts.front, leadPrefix(member));
    if (lead === undefined) return [];
    if (facts.front !== lead.sessionId) this.change(sessionId, { front: lead.sessionId });
    const teammate = teammateOf(facts, member);
    const known = lead.teammates.get(sessionId);
    if (known !== undefined && isSameTeammate(known, teammate)) return [];
    const teammates = new Map(lead.teammates).set(sessionId, teammate);
    this.change(lead.sessionId, { teammates });
    return [lead.sessionId];
  }

  private leadOf(
    sessionId: string,
    known: string | undefined,
    prefix: string | undefined,
  ): SessionFacts | undefined {
    if (known !== undefined) return this.facts.get(known);
    if (prefix === undefined || sessionId.startsWith(prefix)) return undefined;
    for (const [id, facts] of this.facts) if (id.startsWith(prefix)) return facts;
    return undefined;
  }

  private change(sessionId: string, change: Partial<SessionFacts>): void {
    const facts = this.facts.get(sessionId);
    if (facts !== undefined) this.facts.set(sessionId, { ...facts, ...change });
  }
}
