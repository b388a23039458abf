import { isBlocked } from '../../../shared/presentation';
import type { LiveSession } from '../../../shared/protocol/protocol';

/** The time during which a session needs a person, from its start until the session needs nobody. */
export interface Incident {
  readonly sessionId: string;
  /** `blocked`: the session waits for an answer. `idle`: a long turn has ended. */
  readonly kind: 'blocked' | 'idle';
  /** Start according to the evidence, in ms since 1970. */
  readonly startedAt: number;
  /**
   * Earliest time of a notification, in ms since 1970. The delay avoids notifications of requests
   * that are answered quickly.
   */
  readonly dueAt: number;
}

interface SessionState {
  /**
   * Last time at which the session needed nobody, in ms since 1970; undefined if that was never
   * seen after existing transcripts were read.
   */
  readonly calmAt: number | undefined;
  /** Start of the current turn, in ms since 1970, as far as the hub has seen the turn. */
  readonly turnSince: number | undefined;
  readonly isWorking: boolean;
}

/** Time, in ms after its start, during which the hub is still reading existing transcripts. */
export const readingMs = 3_000;

const notificationDelayMs = { blocked: 1_000, idle: 1_500 } as const;

/**
 * The end of a turn shorter than this, in ms, is no incident, because the person is most likely
 * still there.
 */
const longTurnMs = 30_000;

/** Detects incidents from changes of the board. Time is passed as an argument. */
export class Incidents {
  private readonly states = new Map<string, SessionState>();
  private readonly current = new Map<string, Incident>();

  /**
   * Before `trustedFrom`, in ms since 1970, the hub is still reading transcripts, and a session may
   * only appear to need nobody.
   */
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
    const before = this.states.get(sessionId);
    // A compaction while idle starts no turn, and the session is idle afterwards as before.
    if (agentState.state === 'compacting' && before?.isWorking === false) return;
    const incident = this.current.get(sessionId);
    const kind = incidentKind(session, since, before, incident);
    if (kind === undefined) {
      this.current.delete(sessionId);
    } else if (incident?.kind !== kind) {
      // The evidence may be older than the last time at which the session needed nobody: for an
      // exceeded budget, it is the start of the turn.
      const startedAt = Math.max(since, before?.calmAt ?? 0);
      this.current.set(sessionId, {
        sessionId,
        kind,
        startedAt,
        dueAt: now + notificationDelayMs[kind],
      });
    }
    // A session that sleeps until its next scheduled run does not count as working.
    const isWorking = agentState.group === 'autonomous' && agentState.state !== 'sleeping';
    this.states.set(sessionId, {
      calmAt: kind === undefined && now >= this.trustedFrom ? now : before?.calmAt,
      turnSince: isWorking
        ? (before?.turnSince ?? since)
        : kind === 'blocked'
          ? before?.turnSince
          : undefined,
      isWorking,
    });
  }

  remove(sessionId: string): void {
    this.states.delete(sessionId);
    this.current.delete(sessionId);
  }
}

function incidentKind(
  { agentState }: LiveSession,
  since: number,
  before: SessionState | undefined,
  incident: Incident | undefined,
): Incident['kind'] | undefined {
  if (isBlocked(agentState)) return 'blocked';
  // Other states need no notification: a person interrupted the session, for example.
  if (agentState.group !== 'needs_you' || agentState.state !== 'idle') return undefined;
  if (incident?.kind === 'idle') return 'idle';
  const { isWorking = false, turnSince = since } = before ?? {};
  return isWorking && since - turnSince >= longTurnMs ? 'idle' : undefined;
}
