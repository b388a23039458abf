import { isAway } from '../../../../shared/board/texts/machineText';
import type { LiveSession } from '../../../../shared/protocol/protocol';
import type { NotificationKind, DueNotification } from '../../attention/notificationSchedule';
import type { HandledIncidents } from '../../attention/handledIncidents';
import { Incidents, readingMs, type Incident } from '../../attention/incidents';
import { NotifiedLimits } from '../../attention/notifiedLimits';
import { atCardMs, type PhoneCallParts } from './phoneCallParts';

/** Maximum age in ms of an incident when the hub finds it; older ones are ignored. */
const maxIncidentAgeMs = 15 * 60_000;

/** A notification on phones that one or more sessions need the person. */
export interface Alert {
  /** Tag of the notification; a later notification with the same tag replaces it. */
  readonly tag: string;
  readonly sessions: readonly LiveSession[];
}

/**
 * A session that no longer needs a person; `by` is the window or phone that answered, if one did.
 */
export interface AlertEnd {
  readonly session: string;
  readonly by?: string;
}

export interface PhoneAlertsParts extends PhoneCallParts {
  readonly told: Pick<HandledIncidents, 'includes' | 'add'>;
  readonly call: (alert: Alert) => void;
  /**
   * Called when a session of an alert no longer needs a person. `left` has the sessions of the
   * alert that still do.
   */
  readonly onOver: (alert: Alert, left: readonly LiveSession[], ending: AlertEnd) => void;
}

interface OpenAlert {
  readonly alert: Alert;
  readonly incidents: Map<string, Incident>;
}

/**
 * Decides when phones are notified: once for each incident that nobody handled at a desk for a
 * while. A focused window does not delay this, because it does not prove that a person is present.
 */
export class PhoneAlerts implements NotificationKind<Incident> {
  private readonly incidents: Incidents;
  private readonly foundAt = new WeakMap<Incident, number>();
  /**
   * Incidents that became due while no phone could be notified; phones are not notified of them
   * later.
   */
  private readonly missed = new WeakSet<Incident>();
  private readonly notifiedLimits = new NotifiedLimits();
  private readonly open = new Map<string, OpenAlert>();
  private readonly answeredBy = new Map<string, string>();
  private readonly startedAt: number;
  private groups = 0;

  constructor(private readonly parts: PhoneAlertsParts) {
    this.startedAt = parts.calls.now;
    this.incidents = new Incidents(this.startedAt + readingMs);
  }

  update(changed: readonly LiveSession[], removed: readonly string[]): void {
    const now = this.parts.calls.now;
    for (const session of changed) this.incidents.update(session, now);
    for (const sessionId of removed) this.incidents.remove(sessionId);
    for (const one of this.open.values()) this.reportEnded(one);
    this.parts.calls.check(this);
  }

  /** Records the window or phone that answered a request of the session. */
  answered(sessionId: string, by: string): void {
    this.answeredBy.delete(sessionId);
    this.answeredBy.set(sessionId, by);
    const [oldest] = this.answeredBy.keys();
    if (this.answeredBy.size > 100 && oldest !== undefined) this.answeredBy.delete(oldest);
  }

  *waiting(now: number): Generator<DueNotification<Incident>, void> {
    for (const incident of this.incidents.open) {
      if (incident.kind !== 'blocked' || this.isOld(incident, now)) continue;
      if (this.isOutOfReach(incident)) continue;
      yield { item: incident, at: this.dueAt(incident, now), joins: incident.dueAt <= now };
    }
  }

  private isOld(incident: Incident, now: number): boolean {
    if (!this.foundAt.has(incident)) this.foundAt.set(incident, now);
    if (this.missed.has(incident)) return true;
    const since = Math.max(this.startedAt, this.foundAt.get(incident) ?? now) - maxIncidentAgeMs;
    return this.parts.told.includes(incident) || incident.startedAt < since;
  }

  /**
   * True for a session of a disconnected machine, which cannot be answered. Phones are notified
   * once the machine is connected again.
   */
  private isOutOfReach({ sessionId }: Incident): boolean {
    const session = this.parts.session(sessionId);
    return session !== undefined && isAway(session);
  }

  private dueAt(incident: Incident, now: number): number {
    const found = this.foundAt.get(incident) ?? now;
    const at = Math.max(incident.dueAt, found + this.parts.delayMs(), this.startedAt + readingMs);
    const isPersonAtCard = this.parts.isPersonAtCard(incident.sessionId);
    return isPersonAtCard ? Math.max(at, found + atCardMs) : at;
  }

  call(all: readonly Incident[], now: number): void {
    const { session: get, isMuted, canCallPhone, told } = this.parts;
    const calls = all.flatMap((incident) => {
      if (!canCallPhone()) {
        this.missed.add(incident);
        return [];
      }
      void told.add(incident.sessionId, Math.max(now, incident.startedAt));
      const session = get(incident.sessionId);
      if (session === undefined || isMuted(session)) return [];
      if (this.notifiedLimits.isKnown(session, now)) return [];
      return [{ incident, session }];
    });
    if (calls.length === 0) return;
    for (const { session } of calls) {
      this.notifiedLimits.add(session, now);
      this.answeredBy.delete(session.sessionId);
    }
    const sessions = calls.map(({ session }) => session);
    const [only] = sessions;
    const isOne = sessions.length === 1 && only !== undefined;
    const tag = isOne ? `session/${only.sessionId}` : `group/${now}/${(this.groups += 1)}`;
    const alert: Alert = { tag, sessions };
    const incidents = new Map(calls.map(({ incident }) => [incident.sessionId, incident] as const));
    this.open.set(tag, { alert, incidents });
    this.parts.rate.note(now);
    this.parts.call(alert);
  }

  private reportEnded({ alert, incidents }: OpenAlert): void {
    for (const [sessionId, incident] of incidents) {
      if (this.incidents.isOpen(incident)) continue;
      incidents.delete(sessionId);
      const by = this.answeredBy.get(sessionId);
      const left = alert.sessions.filter((one) => incidents.has(one.sessionId));
      if (left.length === 0) this.open.delete(alert.tag);
      this.parts.onOver(alert, left, { session: sessionId, ...(by !== undefined && { by }) });
    }
  }
}
