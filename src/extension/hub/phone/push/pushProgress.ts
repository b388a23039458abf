import type { PhoneDevice, SessionPush } from '../../../../shared/protocol/phones';
import { message } from '../../../../shared/words/l10n';
import { Emitter } from '../../../util/emitter';
import type { Disposable } from '../../../util/lifetime';
import type { Clock } from './clock';

export type PushStage = SessionPush['stage'];

/** A push that was accepted is believed lost after this without a word of it, in ms. */
const silentMs = 10_000;
/** Pushes that are remembered; a receipt of an older one counts for nothing. */
const maxKnown = 500;
/** Pushes of sessions that windows are told of. */
const maxTold = 50;

/** In the order in which a push goes through them. */
const order: readonly PushStage[] = [
  'sent',
  'failed',
  'accepted',
  'silent',
  'shown',
  'opened',
  'answered',
];

export interface SentPush {
  readonly id: string;
  readonly device: string;
  /** The sessions that it calls for; none for a test. */
  readonly sessions: readonly string[];
  /** It takes the place of another; nothing is told of it. */
  readonly isFollowUp: boolean;
  readonly sentAt: number;
  stage: PushStage;
  at: number;
  detail?: string;
  /** From its sending until its receipt, in ms. */
  shownAfterMs?: number;
}

/** How far each push came, by what the service and the phone say of it. */
export class PushProgress implements Disposable {
  private readonly known = new Map<string, SentPush>();
  private readonly timers = new Map<string, Disposable>();
  private readonly changes = new Emitter<SentPush>();
  readonly onDidChange = this.changes.event;

  constructor(private readonly clock: Clock) {}

  begin(push: Pick<SentPush, 'id' | 'device' | 'sessions' | 'isFollowUp'>): void {
    const now = this.clock.now();
    this.known.set(push.id, { ...push, sentAt: now, stage: 'sent', at: now });
    const [oldest] = this.known.keys();
    if (this.known.size > maxKnown && oldest !== undefined) this.forget(oldest);
    this.tell(push.id);
  }

  accepted(id: string): void {
    if (!this.reach(id, 'accepted')) return;
    this.timers.set(
      id,
      this.clock.after(silentMs, () => this.reach(id, 'silent')),
    );
  }

  failed(id: string, detail: string): void {
    this.reach(id, 'failed', detail);
  }

  /** False where no such push went to that device, or where it said so before. */
  receive(device: string, id: string, stage: 'shown' | 'opened'): boolean {
    if (!this.wentTo(device, id)) return false;
    return this.reach(id, stage);
  }

  /** Whether such a push went to that device. */
  wentTo(device: string, id: string): boolean {
    return this.known.get(id)?.device === device;
  }

  /** The person answered on that phone what its push had called for. */
  answered(device: string, sessionId: string): void {
    const push = this.newest((one) => one.device === device && one.sessions.includes(sessionId));
    if (push !== undefined) this.reach(push.id, 'answered');
  }

  /** What is said of the newest push to a device. */
  ofDevice(device: string): NonNullable<PhoneDevice['push']> {
    const push = this.newest((one) => one.device === device);
    if (push === undefined) return {};
    const { stage, at, detail, shownAfterMs } = push;
    return {
      stage,
      at,
      ...(detail !== undefined && { detail }),
      ...(shownAfterMs !== undefined && { shownAfterMs }),
    };
  }

  /** How far the pushes of sessions came, the newest first: one of each session and device. */
  get ofSessions(): readonly SessionPush[] {
    const found = new Map<string, SessionPush>();
    for (const { device, sessions, stage, at, isFollowUp } of [
      ...this.known.values(),
    ].toReversed()) {
      if (isFollowUp) continue;
      for (const sessionId of sessions) {
        const name = `${device}/${sessionId}`;
        if (!found.has(name)) found.set(name, { sessionId, device, stage, at });
        if (found.size === maxTold) return [...found.values()];
      }
    }
    return [...found.values()];
  }

  forgetDevice(device: string): void {
    for (const push of this.known.values()) if (push.device === device) this.forget(push.id);
  }

  dispose(): void {
    for (const timer of this.timers.values()) timer.dispose();
    this.timers.clear();
    this.changes.dispose();
  }

  private newest(fits: (push: SentPush) => boolean): SentPush | undefined {
    return [...this.known.values()].findLast((one) => !one.isFollowUp && fits(one));
  }

  private reach(id: string, stage: PushStage, detail?: string): boolean {
    const push = this.known.get(id);
    if (push === undefined || order.indexOf(stage) <= order.indexOf(push.stage)) return false;
    this.timers.get(id)?.dispose();
    this.timers.delete(id);
    push.stage = stage;
    push.at = this.clock.now();
    delete push.detail;
    if (stage === 'silent')
      push.detail = message('Accepted by the push service, but not shown yet.');
    if (detail !== undefined) push.detail = detail;
    if (stage === 'shown') push.shownAfterMs = push.at - push.sentAt;
    this.tell(id);
    return true;
  }

  private tell(id: string): void {
    const push = this.known.get(id);
    if (push !== undefined) this.changes.fire(push);
  }

  private forget(id: string): void {
    this.timers.get(id)?.dispose();
    this.timers.delete(id);
    this.known.delete(id);
  }
}
