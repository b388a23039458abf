import { t } from '../shared/l10n';
import type { FromPage } from '../shared/pageMessages';
import type { Host } from './host';
import { createStore } from './store';

const tickMs = 1_000;
/** After so many ticks without a word of the host it is asked whether it is there, */
const quietTicks = 2;
/** and after so many it counts as gone. */
const goneTicks = 5;

/** What a page says of itself, or asks again where it gets no answer; all else acts. */
const harmless: ReadonlySet<FromPage['type']> = new Set<FromPage['type']>([
  'ready',
  'ping',
  'revealed',
  'arrange',
  'shown',
  'askDetails',
  'askRequest',
  'askPrompts',
  'askDay',
]);

/**
 * Whether the host still answers: an extension host that hangs or crashed says nothing more, and what
 * is pressed goes nowhere. Counts ticks, not time: a page that stood still itself asks first. Runs
 * only while somebody sees the page.
 */
export class Pulse {
  /** True once the host has said nothing for some seconds though it was asked. */
  readonly isLost = createStore(false);
  private ticks = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly host: Pick<Host, 'post' | 'onMessage'>,
    /** Told why something that was pressed does nothing. */
    private readonly refuse: (reason: string) => void,
  ) {}

  /** Returns the way to end it. */
  start(): () => void {
    const stop = this.host.onMessage(() => this.heard());
    const follow = (): void => this.follow();
    document.addEventListener('visibilitychange', follow);
    this.follow();
    return () => {
      stop();
      document.removeEventListener('visibilitychange', follow);
      clearInterval(this.timer);
    };
  }

  /** True, and said why, where what was pressed would go nowhere. */
  refuses(): boolean {
    if (this.isLost.get()) this.refuse(lostReason());
    return this.isLost.get();
  }

  /** For all of the page: what acts goes to a host that is there, or not at all. */
  guarded(host: Host): Host {
    return {
      ...host,
      post: (message) => {
        if (harmless.has(message.type) || !this.refuses()) host.post(message);
      },
    };
  }

  private heard(): void {
    this.ticks = 0;
    this.isLost.set(false);
  }

  private follow(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    if (document.hidden) return;
    this.ticks = 0;
    this.timer = setInterval(() => this.tick(), tickMs);
  }

  private tick(): void {
    this.ticks += 1;
    if (this.ticks >= quietTicks) this.host.post({ type: 'ping' });
    if (this.ticks >= goneTicks) this.isLost.set(true);
  }
}

export function lostReason(): string {
  return t('Not connected: the extension does not answer.');
}
