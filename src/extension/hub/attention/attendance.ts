import type { WindowMessage } from '../../../shared/protocol/windows';
import { AttendedCards } from '../../page/attendedCards';
import type { MutedSessions } from '../../page/pageParts';
import { Emitter } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';
import type { WindowListener } from '../serve/liveStream';
import type { Mutes } from './mutes';
import { Windows } from './windows';

/** Tracks which windows are connected, which sessions people have open, and what they muted. */
export class Attendance implements WindowListener, Disposable {
  readonly windows: Windows;
  /** Sessions whose cards are open or visible on phones. */
  readonly phoneCards = new AttendedCards();
  readonly muteChanges = new Emitter<void>();
  /** Mutes for phones, which receive no window messages. */
  readonly muted: MutedSessions;
  private readonly reports = new Emitter<void>();
  /** Fires when a window reports its presence, before `onDidChangePresence`. */
  readonly onDidReport = this.reports.event;
  private readonly presences = new Emitter<void>();
  /** Fires when the presence of a window changes. */
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
   * Returns whether a person has the session's card, plan, dialog or transcript open, in a window
   * or on a phone for which `canAct` is true.
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
