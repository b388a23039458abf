import type { LiveSession } from '../../../shared/protocol/protocol';
import type { Log } from '../../util/log';
import type {
  NotificationKind,
  NotificationSchedule,
  DueNotification,
} from './notificationSchedule';
import type { HandledIncidents } from './handledIncidents';
import { Incidents, readingMs, type Incident } from './incidents';
import type { Mutes } from './mutes';
import type { SessionLocator } from './places';
import { NotifiedLimits } from './notifiedLimits';
import { notifyInWindow } from './windowCalls';
import type { Windows } from './windows';

/** Delay, in ms, before windows are asked again after none has answered. */
const retryMs = 5_000;

export interface AttentionParts {
  readonly windows: Windows;
  readonly places: Pick<SessionLocator, 'find'>;
  readonly mutes: Pick<Mutes, 'cover'>;
  readonly dealtWith: Pick<HandledIncidents, 'includes' | 'add'>;
  readonly session: (sessionId: string) => LiveSession | undefined;
  readonly log: Log;
  readonly calls: NotificationSchedule;
}

/** Notifies the person when a session starts to need them: once per incident, through one window. */
export class Attention implements NotificationKind<Incident> {
  private readonly incidents: Incidents;
  /** Earliest time, in ms since 1970, of an incident's next attempt; Infinity while one runs. */
  private readonly notBefore = new WeakMap<Incident, number>();
  private readonly notifiedLimits = new NotifiedLimits();

  constructor(private readonly parts: AttentionParts) {
    this.incidents = new Incidents(parts.calls.now + readingMs);
  }

  update(changed: readonly LiveSession[], removed: readonly string[]): void {
    const { calls } = this.parts;
    const { now } = calls;
    for (const session of changed) this.incidents.update(session, now);
    for (const sessionId of removed) this.incidents.remove(sessionId);
    calls.check(this);
  }

  *waiting(): Generator<DueNotification<Incident>, void> {
    for (const item of this.incidents.open) {
      if (!this.isUnhandledAndWatched(item)) continue;
      yield { item, at: Math.max(item.dueAt, this.notBefore.get(item) ?? 0) };
    }
  }

  call(incidents: readonly Incident[]): void {
    for (const one of incidents) void this.handle(one);
  }

  private isUnhandledAndWatched(incident: Incident): boolean {
    const { dealtWith, windows } = this.parts;
    return (
      !dealtWith.includes(incident) &&
      windows.present.some(({ presence }) => presence.since < incident.startedAt)
    );
  }

  private async handle(incident: Incident): Promise<void> {
    this.notBefore.set(incident, Infinity);
    try {
      const isHandled = await this.notify(incident);
      if (isHandled && !this.parts.dealtWith.includes(incident)) await this.markHandled(incident);
    } catch (error) {
      this.parts.log.error(`A notification failed: ${String(error)}`);
    }
    this.notBefore.set(incident, this.parts.calls.now + retryMs);
    this.parts.calls.check(this);
  }

  /** Shows the incident in one window, unless that is unnecessary; false if no window answered. */
  private async notify(incident: Incident): Promise<boolean> {
    const { mutes, session: get } = this.parts;
    const { sessionId } = incident;
    const session = get(sessionId);
    if (session === undefined || mutes.cover(session)) return true;
    if (this.notifiedLimits.isKnown(session, this.parts.calls.now)) return true;
    const outcome = await notifyInWindow(this.parts, {
      incident,
      session,
      order: ({ reach, terminal }) => ({
        type: 'notify',
        sessionId,
        reach,
        ...(terminal !== undefined && { terminal }),
      }),
      commit: async () => {
        this.notifiedLimits.add(session, this.parts.calls.now);
        await this.markHandled(incident);
        return true;
      },
      isOpen: () => this.incidents.isOpen(incident),
    });
    return outcome !== 'silent';
  }

  private async markHandled({ sessionId, startedAt }: Incident): Promise<void> {
    await this.parts.dealtWith.add(sessionId, Math.max(this.parts.calls.now, startedAt));
  }
}
