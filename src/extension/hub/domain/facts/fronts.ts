import { currentProcess, type SessionFacts } from './session';
import { isSameTeammate, leadPrefix, membershipOf, teammateOf } from './team';

/**
 * Keeps up to date which session's card stands for which other one: a lead's for its teammates, whose
 * facts it then has, and that of a session in the background for the one that it goes on with.
 */
export class Fronts {
  /** Sessions that another one's card stands for once that is known, with how the other one's id begins. */
  private readonly followers = new Map<string, string>();

  constructor(private readonly facts: Map<string, SessionFacts>) {}

  /** Follows a change of a session; returns the ids of other sessions that changed with it. */
  after(sessionId: string, isNew: boolean): readonly string[] {
    const touched = this.link(sessionId);
    if (!isNew) return touched;
    const waiting = [...this.followers].filter(
      ([id, front]) =>
        id !== sessionId && sessionId.startsWith(front) && this.facts.get(id)?.front === undefined,
    );
    return [...touched, ...waiting.flatMap(([id]) => [id, ...this.link(id)])];
  }

  /** Follows that a session was forgotten; `front` is the one that stood for it. */
  without(sessionId: string, front: string | undefined): readonly string[] {
    this.followers.delete(sessionId);
    const left = [...this.followers.keys()].filter((id) => this.facts.get(id)?.front === sessionId);
    for (const id of left) this.change(id, { front: undefined });
    return front === undefined ? left : [...left, ...this.withoutTeammate(front, sessionId)];
  }

  private withoutTeammate(leadId: string, sessionId: string): readonly string[] {
    const lead = this.facts.get(leadId);
    if (lead?.teammates.has(sessionId) !== true) return [];
    const teammates = new Map(lead.teammates);
    teammates.delete(sessionId);
    this.change(leadId, { teammates });
    return [leadId];
  }

  /** True for a known session whose own card no chain of others makes that of `sessionId`. */
  private standsFor(front: string | undefined, sessionId: string): boolean {
    if (front === undefined || !this.facts.has(front)) return false;
    const met = new Set<string>();
    for (let one: string | undefined = front; one !== undefined;) {
      if (one === sessionId || met.has(one)) return false;
      met.add(one);
      one = this.facts.get(one)?.front;
    }
    return true;
  }

  private link(sessionId: string): readonly string[] {
    const facts = this.facts.get(sessionId);
    if (facts === undefined) return [];
    const member = isPersons(facts) ? undefined : membershipOf(facts);
    const continuation = facts.transcript?.continuedIn;
    if (member === undefined) {
      const isOver = currentProcess(facts) === undefined;
      const front = isOver && this.standsFor(continuation, sessionId) ? continuation : undefined;
      if (continuation === undefined) this.followers.delete(sessionId);
      else this.followers.set(sessionId, continuation);
      if (facts.front === front) return [];
      this.change(sessionId, { front });
      return facts.front === undefined ? [] : this.withoutTeammate(facts.front, sessionId);
    }
    const prefix = leadPrefix(member);
    if (prefix !== undefined) this.followers.set(sessionId, prefix);
    const lead = this.leadOf(sessionId, facts.front, prefix);
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

/** True for a session that a person runs: the client writes no registry file for a teammate in a pane. */
function isPersons(facts: SessionFacts): boolean {
  return currentProcess(facts)?.kind !== undefined;
}
