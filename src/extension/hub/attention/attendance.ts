import type { WindowMessage } from '../../../shared/protocol/windows';
import { AttendedCards } from '../../page/attendedCards';
import type { MutedSessions } from '../../page/pageParts';
import { Emitter } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';
import type { StreamSubscribers } from '../serve/liveStream';
import type { Mutes } from './mutes';
import { Windows } from './windows';

/** Knows which windows are connected, what persons have before their eyes, and what they muted. */
export class Attendance implements StreamSubscribers, Disposable {
  readonly windows: Windows;
  /** Cards that persons have before their eyes, or in their hands, on phones. */
  readonly phoneCards = new AttendedCards();
  readonly muteChanges = new Emitter<void>();
  /** Mutes for phones, which get no window messages. */
  readonly muted: MutedSessions;
  private readonly reports = new Emitter<void>();
  /** A window reported its presence; fires before `onDidChangePresence`. */
  readonly onDidReport = this.reports.event;
  private readonly presences = new Emitter<void>();
  /** A window said something new of itself, or went. */
  readonly onDidChangePresence = this.presences.event;

  constructor(
    readonly mutes: Mutes,
    private readonly send: (window: string, message: WindowMessage) => void,
  ) {
    this.windows = new Windows(send, () => {
      this.reports.fire();
      this.presences.fire();
    });
    this.muted = {
      get mutes() {
        return mutes.current;
      },
      onDidChangeMutes: this.muteChanges.event,
    };
  }

  /**
   * A session is in hand where a person has its card, plan, dialog or transcript open, in an editor or
   * on a phone; here, in one whose window `canAct` is true for.
   */
  isInHand(sessionId: string, canAct: (window: string) => boolean): boolean {
    return this.windows.isInHand(sessionId, canAct) || this.phoneCards.isInHand(sessionId, canAct);
  }

  connect(window: string, id: string): void {
    this.windows.connect(window, id);
    this.send(window, { type: 'mutes', data: [...this.mutes.current] });
  }

  disconnect(window: string): void {
    this.windows.disconnect(window);
    this.presences.fire();
  }

  dispose(): void {
    this.presences.dispose();
    this.reports.dispose();
    this.muteChanges.dispose();
    this.windows.dispose();
  }
}
