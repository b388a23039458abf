import type { LifeNews } from '../../../shared/protocol/life';
import type { WindowMessage } from '../../../shared/protocol/windows';
import { WindowStreams } from '../../util/windowStreams';
import type { Disposable } from '../../util/lifetime';
import type { Handlers } from '../serve/callRouter';
import type { WindowListener } from '../serve/liveStream';
import { refusals } from '../serve/refusal';

/** Timing of a hub that runs in a separate process, in ms. */
const defaultWaits = {
  /**
   * Time after which a hub ends if no window is open and no phone is paired; reloading a window
   * takes less.
   */
  deserted: 5_000,
  /**
   * Time after which a hub with paired phones ends if no window is open, no phone is connected and
   * no session is running. Only time while the computer is awake counts.
   */
  idle: 12 * 60 * 60_000,
  /** Interval of the checks. */
  look: 60_000,
};

export interface HubLifeParts {
  /** Version of the extension that the hub belongs to. */
  readonly release: string | undefined;
  /** True for a hub that a window started as a separate process. */
  readonly outlives: boolean;
  /** Returns the paired phones. */
  readonly phones: () => readonly { readonly isConnected: boolean }[];
  /** True while a session is running. */
  readonly isBusy: () => boolean;
  /** False once the hub's code was removed: an uninstalled extension must leave nothing running. */
  readonly isInstalled: () => boolean;
  readonly send: (window: string, message: WindowMessage) => void;
  /** Called once when the hub should end; the reason is the start of a sentence. */
  readonly onEnd: (reason: string) => void;
  readonly waits?: Partial<typeof defaultWaits>;
}

/**
 * Sends windows the state of their hub, and ends an unused hub that runs in a separate process. A
 * hub in a thread of a window or in a terminal ends together with that window or terminal.
 */
export class HubLife implements WindowListener, Disposable {
  private readonly windows = new WindowStreams();
  private readonly waits: typeof defaultWaits;
  private checkTimer: NodeJS.Timeout | undefined;
  private noWindowTimer: NodeJS.Timeout | undefined;
  private idleMs = 0;
  private isEnded = false;

  constructor(private readonly parts: HubLifeParts) {
    this.waits = { ...defaultWaits, ...parts.waits };
  }

  /** Starts to check periodically whether the hub is still used. */
  begin(): void {
    if (!this.parts.outlives || this.isEnded) return;
    this.checkTimer = setInterval(() => this.checkUse(), this.waits.look);
    this.checkTimer.unref();
  }

  get calls(): Handlers<'endHub'> {
    return {
      endHub: () => {
        if (!this.parts.outlives) return refusals.notAlone;
        // Deferred, so that the caller receives its answer before the hub ends.
        setImmediate(() => this.end('A window has ended it'));
        return undefined;
      },
    };
  }

  connect(window: string): void {
    this.windows.add(window);
    this.idleMs = 0;
    clearTimeout(this.noWindowTimer);
    for (const one of this.windows.keys()) this.parts.send(one, { type: 'life', data: this.state });
  }

  disconnect(window: string): void {
    this.windows.remove(window);
    if (this.isEnded) return;
    for (const one of this.windows.keys()) this.parts.send(one, { type: 'life', data: this.state });
    if (this.windows.size > 0 || !this.parts.outlives) return;
    clearTimeout(this.noWindowTimer);
    this.noWindowTimer = setTimeout(() => this.checkUse(), this.waits.deserted);
    this.noWindowTimer.unref();
  }

  dispose(): void {
    this.isEnded = true;
    clearInterval(this.checkTimer);
    clearTimeout(this.noWindowTimer);
  }

  private get state(): LifeNews {
    const { release, outlives } = this.parts;
    const { pid } = process;
    return { ...(release !== undefined && { release }), outlives, pid, windows: this.windows.size };
  }

  private checkUse(): void {
    if (!this.parts.isInstalled()) return this.end('The extension was removed');
    const phones = this.parts.phones();
    const isNeeded =
      this.windows.size > 0 || phones.some(({ isConnected }) => isConnected) || this.parts.isBusy();
    if (phones.length === 0 && this.windows.size === 0)
      return this.end('No phone is connected any more, and no window is open');
    // Time in which the computer sleeps does not count, because no checks run then.
    this.idleMs = isNeeded ? 0 : this.idleMs + this.waits.look;
    if (this.idleMs >= this.waits.idle) this.end('Nobody has needed it for 12 hours');
  }

  private end(reason: string): void {
    if (this.isEnded) return;
    this.dispose();
    this.parts.onEnd(reason);
  }
}
