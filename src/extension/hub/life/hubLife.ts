import type { LifeNews } from '../../../shared/protocol/life';
import type { WindowMessage } from '../../../shared/protocol/windows';
import { Connections } from '../../util/connections';
import type { Disposable } from '../../util/lifetime';
import type { Handlers } from '../serve/callRouter';
import type { StreamSubscribers } from '../serve/liveStream';
import { refusals } from '../serve/refusal';

/** Times of a hub in a separate process, in ms. */
const usualWaits = {
  /** Maximum time without a window and a paired phone; a window that reloads is back sooner. */
  deserted: 5_000,
  /**
   * Maximum time with a paired phone that is not connected, without a window and a running session;
   * counted while the computer is awake.
   */
  idle: 12 * 60 * 60_000,
  /** Interval of the checks. */
  look: 60_000,
};

export interface HubLifeParts {
  /** Version of the hub's extension. */
  readonly release: string | undefined;
  /** True for a hub in a separate process that a window started. */
  readonly outlives: boolean;
  /** Returns the paired phones. */
  readonly phones: () => readonly { readonly isConnected: boolean }[];
  /** True while a session is running. */
  readonly isBusy: () => boolean;
  /** False once the hub's code was removed: an uninstalled extension must leave nothing running. */
  readonly isInstalled: () => boolean;
  readonly send: (window: string, message: WindowMessage) => void;
  /** Called once when the hub should end, with the reason as the start of a sentence. */
  readonly onEnd: (reason: string) => void;
  readonly waits?: Partial<typeof usualWaits>;
}

/**
 * Informs windows about their hub, and ends a hub that outlives its windows when nobody needs it
 * any more. A hub in a window's thread or in a terminal ends with it.
 */
export class HubLife implements StreamSubscribers, Disposable {
  private readonly windows = new Connections();
  private readonly waits: typeof usualWaits;
  private checkTimer: NodeJS.Timeout | undefined;
  private noWindowTimer: NodeJS.Timeout | undefined;
  private idleMs = 0;
  private isOver = false;

  constructor(private readonly parts: HubLifeParts) {
    this.waits = { ...usualWaits, ...parts.waits };
  }

  /** Starts to check whether anybody needs the hub. */
  begin(): void {
    if (!this.parts.outlives || this.isOver) return;
    this.checkTimer = setInterval(() => this.watch(), this.waits.look);
    this.checkTimer.unref();
  }

  get calls(): Handlers<'endHub'> {
    return {
      endHub: () => {
        if (!this.parts.outlives) return refusals.notAlone;
        // The caller gets its answer first.
        setImmediate(() => this.end('A window has ended it'));
        return undefined;
      },
    };
  }

  connect(window: string): void {
    this.windows.add(window);
    this.idleMs = 0;
    clearTimeout(this.noWindowTimer);
    for (const one of this.windows.keys()) this.parts.send(one, { type: 'life', data: this.news });
  }

  disconnect(window: string): void {
    this.windows.remove(window);
    if (this.isOver) return;
    for (const one of this.windows.keys()) this.parts.send(one, { type: 'life', data: this.news });
    if (this.windows.size > 0 || !this.parts.outlives) return;
    clearTimeout(this.noWindowTimer);
    this.noWindowTimer = setTimeout(() => this.watch(), this.waits.deserted);
    this.noWindowTimer.unref();
  }

  dispose(): void {
    this.isOver = true;
    clearInterval(this.checkTimer);
    clearTimeout(this.noWindowTimer);
  }

  private get news(): LifeNews {
    const { release, outlives } = this.parts;
    const { pid } = process;
    return { ...(release !== undefined && { release }), outlives, pid, windows: this.windows.size };
  }

  private watch(): void {
    if (!this.parts.isInstalled()) return this.end('The extension was removed');
    const phones = this.parts.phones();
    const isNeeded =
      this.windows.size > 0 || phones.some(({ isConnected }) => isConnected) || this.parts.isBusy();
    if (phones.length === 0 && this.windows.size === 0)
      return this.end('No phone is connected any more, and no window is open');
    // Time in sleep does not count, since no checks run then.
    this.idleMs = isNeeded ? 0 : this.idleMs + this.waits.look;
    if (this.idleMs >= this.waits.idle) this.end('Nobody has needed it for 12 hours');
  }

  private end(reason: string): void {
    if (this.isOver) return;
    this.dispose();
    this.parts.onEnd(reason);
  }
}
