import { currentProcess, type SessionFacts } from './session';
import { isSameTeammate, leadPrefix, membershipOf, teammateOf } from './team';

/**
 * Maintains `SessionFacts.representedBy` and `teammates`: the lead's card represents its teammates,
 * and the card of a background session represents the session that it continues.
 */
export class CardLinks {
  /**
   * Ids of the sessions that another session may represent, each with a prefix of the other
   * session's id. The other session may not be known yet.
   */
  private readonly frontPrefixes = new Map<string, string>();

  /** Sessions whose last process was killed. */
  private readonly killed = new Set<string>();

  constructor(private readonly facts: Map<string, SessionFacts>) {}

  /**
   * Updates the links after a session changed; returns the ids of other sessions that changed as
   * well.
   */
  update(sessionId: string, isNew: boolean): readonly string[] {
    const touched = this.link(sessionId);
    const facts = this.facts.get(sessionId);
    const isKilled = facts !== undefined && wasKilled(facts);
    const hasKilledChanged = this.killed.has(sessionId) !== isKilled;
    if (isKilled) this.killed.add(sessionId);
    else this.killed.delete(sessionId);
    if (!isNew && !hasKilledChanged && (facts?.hook?.spawned ?? []).length === 0) return touched;
    const affected = [...this.frontPrefixes].filter(
      ([id, front]) =>
        id !== sessionId &&
        sessionId.startsWith(front) &&
        (hasKilledChanged || this.facts.get(id)?.representedBy !== sessionId),
    );
    return [...touched, ...affected.flatMap(([id]) => [id, ...this.link(id)])];
  }

  /**
   * Updates the links after a session was deleted; `front` is the session that represented it.
   * Returns the ids of other sessions that changed.
   */
  remove(sessionId: string, front: string | undefined): readonly string[] {
    this.frontPrefixes.delete(sessionId);
    this.killed.delete(sessionId);
    const orphaned = [...this.frontPrefixes.keys()].filter(
      (id) => this.facts.get(id)?.representedBy === sessionId,
    );
    for (const id of orphaned) this.patch(id, { representedBy: undefined });
    return front === undefined ? orphaned : [...orphaned, ...this.removeTeammate(front, sessionId)];
  }

  private removeTeammate(leadId: string, sessionId: string): readonly string[] {
    const lead = this.facts.get(leadId);
    if (lead?.teammates.has(sessionId) !== true) return [];
    const teammates = new Map(lead.teammates);
    teammates.delete(sessionId);
    this.patch(leadId, { teammates });
    return [leadId];
  }

  /** True if `front` is a known session and linking to it creates no cycle back to `sessionId`. */
  private mayRepresent(front: string | undefined, sessionId: string): boolean {
    if (front === undefined || !this.facts.has(front)) return false;
    const visited = new Set<string>();
    for (let one: string | undefined = front; one !== undefined;) {
      if (one === sessionId || visited.has(one)) return false;
      visited.add(one);
      one = this.facts.get(one)?.representedBy;
    }
    return true;
  }

  private link(sessionId: string): readonly string[] {
    const facts = this.facts.get(sessionId);
    if (facts === undefined) return [];
    const membership = membershipOf(facts);
    const member = membership === undefined || isStartedByPerson(facts) ? undefined : membership;
    const continuation = facts.transcript?.continuedIn;
    if (member === undefined) {
      const hasEnded = continuation !== undefined && currentProcess(facts) === undefined;
      const front =
        hasEnded && this.mayRepresent(continuation, sessionId) ? continuation : undefined;
      if (continuation === undefined) this.frontPrefixes.delete(sessionId);
      else this.frontPrefixes.set(sessionId, continuation);
      if (facts.representedBy === front) return [];
      this.patch(sessionId, { representedBy: front });
      return facts.representedBy === undefined
        ? []
        : this.removeTeammate(facts.representedBy, sessionId);
    }
    const prefix = leadPrefix(member);
    if (prefix !== undefined) this.frontPrefixes.set(sessionId, prefix);
    const teammate = teammateOf(facts, member);
    const known = this.leadOf(sessionId, facts.representedBy, prefix, member.name);
    // A teammate's pane outlives a killed lead; the teammate then has a card of its own.
    const isOrphaned = known !== undefined && wasKilled(known) && teammate.state !== 'ended';
    const lead = isOrphaned ? undefined : known;
    const before = facts.representedBy === lead?.sessionId ? undefined : facts.representedBy;
    const changed = before === undefined ? [] : this.removeTeammate(before, sessionId);
    if (facts.representedBy !== lead?.sessionId)
      this.patch(sessionId, { representedBy: lead?.sessionId });
    if (lead === undefined) return changed;
    const shownTeammate = lead.teammates.get(sessionId);
    if (shownTeammate !== undefined && isSameTeammate(shownTeammate, teammate)) return changed;
    const teammates = new Map(lead.teammates).set(sessionId, teammate);
    this.patch(lead.sessionId, { teammates });
    return [...changed, lead.sessionId];
  }

  /**
   * Finds the lead of a teammate. The team's name contains only a prefix of the lead's id: if
   * several sessions match, the lead is the one that spawned a teammate of that name. Undefined if
   * that is ambiguous.
   */
  private leadOf(
    sessionId: string,
    known: string | undefined,
    prefix: string | undefined,
    name: string,
  ): SessionFacts | undefined {
    const before = known === undefined ? undefined : this.facts.get(known);
    if (prefix === undefined || sessionId.startsWith(prefix)) return before;
    if (before !== undefined && hasSpawned(before, name)) return before;
    const candidates: SessionFacts[] = [];
    for (const [id, facts] of this.facts) if (id.startsWith(prefix)) candidates.push(facts);
    if (candidates.length <= 1) return candidates[0];
    const spawners = candidates.filter((one) => hasSpawned(one, name));
    return spawners.length === 1 ? spawners[0] : undefined;
  }

  private patch(sessionId: string, change: Partial<SessionFacts>): void {
    const facts = this.facts.get(sessionId);
    if (facts !== undefined) this.facts.set(sessionId, { ...facts, ...change });
  }
}

/**
 * True for a session that a person started: the client writes no registry file for a teammate in a
 * pane.
 */
function isStartedByPerson(facts: SessionFacts): boolean {
  return currentProcess(facts)?.kind !== undefined;
}

function hasSpawned({ hook }: SessionFacts, name: string): boolean {
  return hook?.spawned.some((one) => one.name === name) === true;
}

/** True for a session whose last process was killed and that no other process runs. */
function wasKilled({ processes }: SessionFacts): boolean {
  return (
    processes.at(-1)?.gone?.how === 'killed' && processes.every(({ gone }) => gone !== undefined)
  );
}
