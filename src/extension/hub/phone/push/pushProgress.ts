import type { PhoneDevice, SessionPush } from '../../../../shared/protocol/phones';
import { message } from '../../../../shared/words/l10n';
import { Emitter } from '../../../util/emitter';
import type { Disposable } from '../../../util/lifetime';
import type { Clock } from '../../../util/clock';

export type PushStage = SessionPush['stage'];

/** Time in ms after which an accepted push without a receipt counts as silent. */
const silentMs = 10_000;
/** Maximum number of tracked pushes; receipts of older ones are ignored. */
const maxKnown = 500;
/** Maximum number of entries for sessions in the news for windows. */
const maxReported = 50;

/** Stages in the order in which a push reaches them. */
const stageOrder: readonly PushStage[] = [
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
  /** Sessions that the push is about; empty for a test. */
  readonly sessions: readonly string[];
  /** True for a replacement of another push; its progress is not reported. */
  readonly isFollowUp: boolean;
  readonly sentAt: number;
  stage: PushStage;
  at: number;
  detail?: string;
  /** Time from sending to the receipt, in ms. */
  shownAfterMs?: number;
}

/** Tracks the stage of each push from the answers of the push service and the phone. */
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
    if (this.known.size > maxKnown && oldest !== undefined) this.remove(oldest);
    this.fireChange(push.id);
  }

  accepted(id: string): void {
    if (!this.advance(id, 'accepted')) return;
    this.timers.set(
      id,
      this.clock.after(silentMs, () => this.advance(id, 'silent')),
    );
  }

  failed(id: string, detail: string): void {
    this.advance(id, 'failed', detail);
  }

  /**
   * Applies a receipt; returns false if the push was not sent to the device or had reached the
   * stage before.
   */
  receive(device: string, id: string, stage: 'shown' | 'opened'): boolean {
    if (!this.wasSentTo(device, id)) return false;
    return this.advance(id, stage);
  }

  /** True if the push was sent to the device. */
  wasSentTo(device: string, id: string): boolean {
    return this.known.get(id)?.device === device;
  }

  /** Records that the person answered, on the phone, the request that its push was about. */
  answered(device: string, sessionId: string): void {
    const push = this.newest((one) => one.device === device && one.sessions.includes(sessionId));
    if (push !== undefined) this.advance(push.id, 'answered');
  }

  /** Returns the stage of the newest push to a device. */
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

  /** The stage of the newest push for each session and device, newest first. */
  get ofSessions(): readonly SessionPush[] {
    const found = new Map<string, SessionPush>();
    for (const { device, sessions, stage, at, isFollowUp } of [
      ...this.known.values(),
    ].toReversed()) {
      if (isFollowUp) continue;
      for (const sessionId of sessions) {
        const name = `${device}/${sessionId}`;
        if (!found.has(name)) found.set(name, { sessionId, device, stage, at });
        if (found.size === maxReported) return [...found.values()];
      }
    }
    return [...found.values()];
  }

  forgetDevice(device: string): void {
    for (const push of this.known.values()) if (push.device === device) this.remove(push.id);
  }

  dispose(): void {
    for (const timer of this.timers.values()) timer.dispose();
    this.timers.clear();
    this.changes.dispose();
  }

  private newest(matches: (push: SentPush) => boolean): SentPush | undefined {
    return [...this.known.values()].findLast((one) => !one.isFollowUp && matches(one));
  }

  private advance(id: string, stage: PushStage, detail?: string): boolean {
    const push = this.known.get(id);
    if (push === undefined || stageOrder.indexOf(stage) <= stageOrder.indexOf(push.stage))
      return false;
    this.timers.get(id)?.dispose();
    this.timers.delete(id);
    push.stage = stage;
    push.at = this.clock.now();
    delete push.detail;
    if (stage === 'silent')
      push.detail = message('Accepted by the push service, but not shown yet.');
    if (detail !== undefined) push.detail = detail;
    if (stage === 'shown') push.shownAfterMs = push.at - push.sentAt;
    this.fireChange(id);
    return true;
  }

  private fireChange(id: string): void {
    const push = this.known.get(id);
    if (push !== undefined) this.changes.fire(push);
  }

  private remove(id: string): void {
    this.timers.get(id)?.dispose();
    this.timers.delete(id);
    this.known.delete(id);
  }
}
