import { isBlocked } from '../../../shared/presentation';
import type { LiveSession } from '../../../shared/protocol/protocol';

/** A session began to need a person. It is over as soon as the session needs nobody any more. */
export interface Incident {
  readonly sessionId: string;
  /** `blocked`: the work stands still. `idle`: a long turn is over. */
  readonly kind: 'blocked' | 'idle';
  /** Start by the evidence, in ms since 1970. */
  readonly startedAt: number;
  /** Earliest time of a notification in ms since 1970: a request that is answered at once calls nobody. */
  readonly dueAt: number;
}

interface Seen {
  /** When it was last known to need nobody; unknown until the hub has read what there is. */
  readonly calmAt: number | undefined;
  /** Since when its turn goes on, as far as the hub saw. */
  readonly turnSince: number | undefined;
  readonly works: boolean;
}

const settleMs = { blocked: 1_000, idle: 1_500 } as const;

/** The person of a turn that was shorter than this, in ms, is most likely still there. */
const longTurnMs = 30_000;

/** Finds the changes of the board that a person may have to be told. Time comes as an argument. */
export class Incidents {
  private readonly seen = new Map<string, Seen>();
  private readonly current = new Map<string, Incident>();

  /** Before `trustedFrom`, ms since 1970, the hub still reads: a calm session may only look so. */
  constructor(private readonly trustedFrom: number) {}

  get open(): readonly Incident[] {
    return [...this.current.values()];
  }

  isOpen(incident: Incident): boolean {
    return this.current.get(incident.sessionId) === incident;
  }

  /** Follows a session. One wait is one incident, however its reason is worded. */
  update(session: LiveSession, now: number): void {
    const { sessionId, agentState } = session;
    if (agentState.group === 'delivered') return this.remove(sessionId);
    const since = Date.parse(session.stateSince);
    const before = this.seen.get(sessionId);
    // A client that compacts at rest begins no turn, and rests afterwards as before.
    if (agentState.state === 'compacting' && before?.works === false) return;
    const incident = this.current.get(sessionId);
    const kind = kindOf(session, since, before, incident);
    if (kind === undefined) {
      this.current.delete(sessionId);
    } else if (incident?.kind !== kind) {
      // The evidence may be older than the last calm moment: that of a budget is the turn's beginning.
      const startedAt = Math.max(since, before?.calmAt ?? 0);
      this.current.set(sessionId, { sessionId, kind, startedAt, dueAt: now + settleMs[kind] });
    }
    // A client that waits for its own next run is not at work until then.
    const works = agentState.group === 'autonomous' && agentState.state !== 'sleeping';
    this.seen.set(sessionId, {
      calmAt: kind === undefined && now >= this.trustedFrom ? now : before?.calmAt,
      turnSince: works
        ? (before?.turnSince ?? since)
        : kind === 'blocked'
          ? before?.turnSince
          : undefined,
      works,
    });
  }

  remove(sessionId: string): void {
    this.seen.delete(sessionId);
    this.current.delete(sessionId);
  }
}

function kindOf(
  { agentState }: LiveSession,
  since: number,
  before: Seen | undefined,
  incident: Incident | undefined,
): Incident['kind'] | undefined {
  if (isBlocked(agentState)) return 'blocked';
  // An interrupted session calls nobody: a person did that.
  if (agentState.group !== 'needs_you' || agentState.state !== 'idle') return undefined;
  if (incident?.kind === 'idle') return 'idle';
  const { works = false, turnSince = since } = before ?? {};
  return works && since - turnSince >= longTurnMs ? 'idle' : undefined;
}
