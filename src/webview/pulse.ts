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
  /** True once the host has been silent for some seconds though it was asked, or the page is cut off. */
  readonly isLost = createStore(false);
  private isSilent = false;
  private cut: string | undefined;
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

  /** Why nothing reaches the host, as a sentence for the person. */
  get reason(): string {
    return this.cut ?? lostReason();
  }

  /** Cuts the page off from its host for a reason, or ends that: one who knows the way to it need not wait for silence. */
  cutOff(reason: string | undefined): void {
    this.cut = reason;
    this.judge();
  }

  /** Returns true, and tells the person why, while the host is lost. */
  refuses(): boolean {
    if (this.isLost.get()) this.parts.refuse(this.reason);
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
    this.isSilent = false;
    this.judge();
  }

  private judge(): void {
    this.isLost.set(this.isSilent || this.cut !== undefined);
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
    if (this.ticks < goneTicks) return;
    this.isSilent = true;
    this.judge();
  }
}

export function lostReason(): string {
  return t('Not connected: the extension does not answer.');
}

/** Announcement that the host has gone silent or speaks again. */
export function pulseNews({ isLost, reason }: Pick<Pulse, 'isLost' | 'reason'>): string {
  return isLost.get() ? reason : t('Connected again.');
}
