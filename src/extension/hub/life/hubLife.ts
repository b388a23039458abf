import type { LifeNews } from '../../../shared/protocol/life';
import type { WindowMessage } from '../../../shared/protocol/windows';
import { Connections } from '../../util/connections';
import type { Disposable } from '../../util/lifetime';
import type { Handlers } from '../serve/callRouter';
import type { StreamSubscribers } from '../serve/liveStream';
import { refusals } from '../serve/refusal';

/** How long a hub of its own waits for somebody, in ms. */
const usualWaits = {
  /** Without a window and without a paired phone; a window that reloads is back sooner. */
  deserted: 5_000,
  /** With a paired phone that is not connected, no window, and no session that runs; counted while the machine is awake. */
  idle: 12 * 60 * 60_000,
  /** Between two looks at what runs. */
  look: 60_000,
};

export interface HubLifeParts {
  /** Version of the extension that the hub is of. */
  readonly release: string | undefined;
  /** True for a hub in a process of its own, which a window has started. */
  readonly outlives: boolean;
  /** Phones that are paired. */
  readonly phones: () => readonly { readonly isConnected: boolean }[];
  /** Whether a session runs just now. */
  readonly isBusy: () => boolean;
  /** Whether the code that it runs is still there: an extension that was uninstalled leaves nothing running. */
  readonly isInstalled: () => boolean;
  readonly send: (window: string, message: WindowMessage) => void;
  /** Called once with the reason, as the start of a sentence, when the hub is to end. */
  readonly onOver: (reason: string) => void;
  readonly waits?: Partial<typeof usualWaits>;
}

/**
 * Tells windows what hub they follow, and ends one that outlives its windows when nobody needs it any
 * more. A hub in a window's thread, or in a terminal, ends with that.
 */
export class HubLife implements StreamSubscribers, Disposable {
  private readonly windows = new Connections();
  private readonly waits: typeof usualWaits;
  private look: NodeJS.Timeout | undefined;
  private deserted: NodeJS.Timeout | undefined;
  private idleMs = 0;
  private isOver = false;

  constructor(private readonly parts: HubLifeParts) {
    this.waits = { ...usualWaits, ...parts.waits };
  }

  /** Begins to watch whether anybody needs the hub. */
  begin(): void {
    if (!this.parts.outlives || this.isOver) return;
    this.look = setInterval(() => this.watch(), this.waits.look);
    this.look.unref();
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
    clearTimeout(this.deserted);
    for (const one of this.windows.keys()) this.parts.send(one, { type: 'life', data: this.news });
  }

  disconnect(window: string): void {
    this.windows.remove(window);
    if (this.isOver) return;
    for (const one of this.windows.keys()) this.parts.send(one, { type: 'life', data: this.news });
    if (this.windows.size > 0 || !this.parts.outlives) return;
    clearTimeout(this.deserted);
    this.deserted = setTimeout(() => this.watch(), this.waits.deserted);
    this.deserted.unref();
  }

  dispose(): void {
    this.isOver = true;
    clearInterval(this.look);
    clearTimeout(this.deserted);
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
    // A machine that sleeps takes no looks: its nights do not count.
    this.idleMs = isNeeded ? 0 : this.idleMs + this.waits.look;
    if (this.idleMs >= this.waits.idle) this.end('Nobody has needed it for 12 hours');
  }

  private end(reason: string): void {
    if (this.isOver) return;
    this.dispose();
    this.parts.onOver(reason);
  }
}
