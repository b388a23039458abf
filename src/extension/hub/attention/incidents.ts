import { isBlocked } from '../../../shared/presentation';
import type { LiveSession } from '../../../shared/protocol/protocol';

/** A session started to need a person. The incident ends as soon as the session needs nobody. */
export interface Incident {
  readonly sessionId: string;
  /** `blocked`: the session waits for an answer. `idle`: a long turn has ended. */
  readonly kind: 'blocked' | 'idle';
  /** Start according to the evidence, in ms since 1970. */
  readonly startedAt: number;
  /** Earliest time of a notification in ms since 1970, so that a quickly answered request notifies nobody. */
  readonly dueAt: number;
}

interface Seen {
  /**
   * Last time at which the session was known to need nobody; undefined until the hub has read
   * existing transcripts.
   */
  readonly calmAt: number | undefined;
  /** Start of the current turn, as far as the hub has seen it. */
  readonly turnSince: number | undefined;
  readonly works: boolean;
}

/** Time in ms after its start during which the hub still reads existing transcripts. */
export const readingMs = 3_000;

const settleMs = { blocked: 1_000, idle: 1_500 } as const;

/** After a turn shorter than this, in ms, the person is most likely still there. */
const longTurnMs = 30_000;

/** Detects incidents from changes of the board. Time is passed as an argument. */
export class Incidents {
  private readonly seen = new Map<string, Seen>();
  private readonly current = new Map<string, Incident>();

  /** Until `trustedFrom`, in ms since 1970, the hub still reads: a session may only seem to need nobody. */
  constructor(private readonly trustedFrom: number) {}

  get open(): readonly Incident[] {
    return [...this.current.values()];
  }

  isOpen(incident: Incident): boolean {
    return this.current.get(incident.sessionId) === incident;
  }

  /** Updates the incident of a session. One wait is one incident, even if its reason changes. */
  update(session: LiveSession, now: number): void {
    const { sessionId, agentState } = session;
    if (agentState.group === 'delivered') return this.remove(sessionId);
    const since = Date.parse(session.stateSince);
    const before = this.seen.get(sessionId);
    // A client that compacts while idle starts no turn, and is idle afterwards as before.
    if (agentState.state === 'compacting' && before?.works === false) return;
    const incident = this.current.get(sessionId);
    const kind = kindOf(session, since, before, incident);
    if (kind === undefined) {
      this.current.delete(sessionId);
    } else if (incident?.kind !== kind) {
      // The evidence may predate the last calm moment: that of a budget is the start of the turn.
      const startedAt = Math.max(since, before?.calmAt ?? 0);
      this.current.set(sessionId, { sessionId, kind, startedAt, dueAt: now + settleMs[kind] });
    }
    // A client that waits for its own next run does not work until then.
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
  // A person interrupted the session, so nobody needs a notification.
  if (agentState.group !== 'needs_you' || agentState.state !== 'idle') return undefined;
  if (incident?.kind === 'idle') return 'idle';
  const { works = false, turnSince = since } = before ?? {};
  return works && since - turnSince >= longTurnMs ? 'idle' : undefined;
}
