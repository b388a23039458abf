import type { LiveSession } from '../../../shared/protocol/protocol';
import { systemClock, type Clock } from '../../util/clock';
import type { Disposable } from '../../util/lifetime';
import type { Log } from '../../util/log';
import type { DealtWith } from './dealtWith';
import { Incidents, type Incident } from './incidents';
import type { Mutes } from './mutes';
import type { SessionLocator } from './places';
import { ToldLimits } from './toldLimits';
import { callWindow } from './windowCalls';
import type { Windows } from './windows';

/** Delay, in ms, before windows are asked again after none answered. */
const againMs = 5_000;
/** Time, in ms after its start, during which the hub still reads existing transcripts. */
const readingMs = 3_000;

export interface AttentionParts {
  readonly windows: Windows;
  readonly places: Pick<SessionLocator, 'find'>;
  readonly mutes: Pick<Mutes, 'cover'>;
  readonly dealtWith: Pick<DealtWith, 'includes' | 'add'>;
  readonly session: (sessionId: string) => LiveSession | undefined;
  readonly log: Log;
  readonly clock?: Clock;
}

/** Notifies the person when a session starts to need them: once per incident, through one window. */
export class Attention implements Disposable {
  private readonly clock: Clock;
  private readonly incidents: Incidents;
  /** Incidents that need no call now; those with a time, in ms since 1970, are tried again then. */
  private readonly notBefore = new WeakMap<Incident, number>();
  private readonly toldLimits = new ToldLimits();
  private timer: Disposable | undefined;
  private disposed = false;

  constructor(private readonly parts: AttentionParts) {
    this.clock = parts.clock ?? systemClock;
    this.incidents = new Incidents(this.clock.now() + readingMs);
  }

  update(changed: readonly LiveSession[], removed: readonly string[]): void {
    const now = this.clock.now();
    for (const session of changed) this.incidents.update(session, now);
    for (const sessionId of removed) this.incidents.remove(sessionId);
    this.look();
  }

  /**
   * Looks for windows to notify; also called when a window's presence changes, as it may be the
   * missing one.
   */
  look(): void {
    this.timer?.dispose();
    if (this.disposed) return;
    const now = this.clock.now();
    let next = Infinity;
    for (const incident of this.incidents.open) {
      const at = Math.max(incident.dueAt, this.notBefore.get(incident) ?? 0);
      if (!this.isNews(incident)) continue;
      if (at <= now) void this.deal(incident);
      else next = Math.min(next, at);
    }
    if (next === Infinity) return;
    this.timer = this.clock.after(next - now, () => this.look());
  }

  dispose(): void {
    this.disposed = true;
    this.timer?.dispose();
  }

  private isNews(incident: Incident): boolean {
    const { dealtWith, windows } = this.parts;
    return (
      !dealtWith.includes(incident) &&
      windows.present.some(({ presence }) => presence.since < incident.startedAt)
    );
  }

  private async deal(incident: Incident): Promise<void> {
    this.notBefore.set(incident, Infinity);
    try {
      const isOver = await this.tell(incident);
      if (isOver && !this.parts.dealtWith.includes(incident)) await this.close(incident);
    } catch (error) {
      this.parts.log.error(`A notification failed: ${String(error)}`);
    }
    this.notBefore.set(incident, this.clock.now() + againMs);
    this.look();
  }

  /** False if no window answered. */
  private async tell(incident: Incident): Promise<boolean> {
    const { mutes, session: get } = this.parts;
    const { sessionId } = incident;
    const session = get(sessionId);
    if (session === undefined || mutes.cover(session)) return true;
    if (this.toldLimits.isKnown(session, this.clock.now())) return true;
    const fate = await callWindow(this.parts, {
      incident,
      session,
      order: ({ reach, terminal }) => ({
        type: 'notify',
        sessionId,
        reach,
        ...(terminal !== undefined && { terminal }),
      }),
      commit: async () => {
        this.toldLimits.add(session, this.clock.now());
        await this.close(incident);
        return true;
      },
      isOpen: () => this.incidents.isOpen(incident),
    });
    return fate !== 'silent';
  }

  private async close({ sessionId, startedAt }: Incident): Promise<void> {
    await this.parts.dealtWith.add(sessionId, Math.max(this.clock.now(), startedAt));
  }
}
