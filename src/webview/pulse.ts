import { t } from '../shared/words/l10n';
import { createStore } from './store';

const tickMs = 1_000;
/** Seconds of silence after which the host is asked whether it is alive. */
const quietTicks = 2;
/** Seconds of silence after which the host counts as lost. */
const goneTicks = 5;

/** Connection of a page to its host. */
interface PulseHost {
  post(message: { readonly type: 'ping' }): void;
  /** Returns the way to stop listening. */
  onMessage(listener: () => void): () => void;
}

interface PulseParts {
  readonly host: PulseHost;
  /** Tells the person why an action was refused. */
  readonly refuse: (reason: string) => void;
}

/**
 * Watches whether the host answers: an extension host that hangs or crashed is silent, and actions
 * would be lost. Counts ticks, not time, so that a page that stood still itself asks first. Runs
 * only while the page is visible.
 */
export class Pulse {
  /** True once the host has been silent for some seconds though it was asked. */
  readonly isLost = createStore(false);
  private ticks = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly parts: PulseParts) {}

  /** Starts to watch; returns a function that ends it. */
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

  /** Returns true, and tells the person why, while the host is lost. */
  refuses(): boolean {
    if (this.isLost.get()) this.parts.refuse(lostReason());
    return this.isLost.get();
  }

  /** Guards a way to the host: while it is lost all but harmless messages are refused. */
  guard<Message extends { readonly type: string }>(
    post: (message: Message) => void,
    harmless: ReadonlySet<Message['type']>,
  ): (message: Message) => void {
    return (message) => {
      if (harmless.has(message.type) || !this.refuses()) post(message);
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
    if (this.ticks >= quietTicks) this.parts.host.post({ type: 'ping' });
    if (this.ticks >= goneTicks) this.isLost.set(true);
  }
}

export function lostReason(): string {
  return t('Not connected: the extension does not answer.');
}

/** Announcement that the host has gone silent or speaks again. */
export function pulseNews(isLost: boolean): string {
  return isLost ? lostReason() : t('Connected again.');
}
