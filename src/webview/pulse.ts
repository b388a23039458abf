import { t } from '../shared/words/l10n';
import { createStore } from './store';

const tickMs = 1_000;
/** After so many ticks without a word of the host it is asked whether it is there, */
const quietTicks = 2;
/** and after so many it counts as gone. */
const goneTicks = 5;

/** A page's way to its host, as far as its pulse needs it. */
interface PulseHost<Message> {
  post(message: Message): void;
  /** Returns the way to stop listening. */
  onMessage(listener: () => void): () => void;
}

interface PulseParts<Message extends { readonly type: string }> {
  readonly host: PulseHost<Message | { readonly type: 'ping' }>;
  /** What a page says of itself, or asks again where it gets no answer; all else acts. */
  readonly harmless: ReadonlySet<Message['type']>;
  /** Told why something that was pressed does nothing. */
  readonly refuse: (reason: string) => void;
}

/**
 * Whether the host still answers: an extension host that hangs or crashed says nothing more, and what
 * is pressed goes nowhere. Counts ticks, not time: a page that stood still itself asks first. Runs
 * only while somebody sees the page.
 */
export class Pulse<Message extends { readonly type: string }> {
  /** True once the host has said nothing for some seconds though it was asked. */
  readonly isLost = createStore(false);
  private ticks = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly parts: PulseParts<Message>) {}

  /** Returns the way to end it. */
  start(): () => void {
    const stop = this.parts.host.onMessage(() => this.heard());
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
    if (this.isLost.get()) this.parts.refuse(lostReason());
    return this.isLost.get();
  }

  /** For all of the page: what acts goes to a host that is there, or not at all. */
  readonly post = (message: Message): void => {
    const { host, harmless } = this.parts;
    if (harmless.has(message.type) || !this.refuses()) host.post(message);
  };

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
    if (this.ticks >= quietTicks) this.parts.host.post({ type: 'ping' });
    if (this.ticks >= goneTicks) this.isLost.set(true);
  }
}

export function lostReason(): string {
  return t('Not connected: the extension does not answer.');
}

/** For who cannot see it: the host has gone silent, or speaks again. */
export function pulseNews(isLost: boolean): string {
  return isLost ? lostReason() : t('Connected again.');
}
