import { t } from '../shared/words/l10n';
import { createStore } from './store';

const tickMs = 1_000;
/** Seconds of silence after which the host is pinged. */
const pingAfterTicks = 2;
/** Seconds of silence after which the host is considered lost. */
const lostAfterTicks = 5;

/** Connection of a page to its host. */
interface PulseHost {
  post(message: { readonly type: 'ping' }): void;
  /** Returns a function that unsubscribes. */
  onMessage(listener: () => void): () => void;
}

interface PulseParts {
  readonly host: PulseHost;
  /** Announces to the person why an action was refused. */
  readonly refuse: (reason: string) => void;
}

/**
 * Watches whether the host answers: an extension host that hangs or crashed is silent, and actions
 * would be lost. Counts ticks instead of time, so that a page that was suspended pings first. Runs
 * only while the page is visible.
 */
export class Pulse {
  /** True after the host did not answer pings for some seconds, or while the page is cut off. */
  readonly isLost = createStore(false);
  private isSilent = false;
  private cutReason: string | undefined;
  private ticks = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly parts: PulseParts) {}

  /** Starts watching; returns a function that stops it. */
  start(): () => void {
    const stop = this.parts.host.onMessage(() => this.onAnswer());
    const updateTimer = (): void => this.updateTimer();
    document.addEventListener('visibilitychange', updateTimer);
    this.updateTimer();
    return () => {
      stop();
      document.removeEventListener('visibilitychange', updateTimer);
      clearInterval(this.timer);
    };
  }

  /** Why the host can't be reached, as a sentence for the person. */
  get reason(): string {
    return this.cutReason ?? lostReason();
  }

  /**
   * Marks the host as unreachable for the given reason, without waiting for silence; undefined
   * removes the mark.
   */
  cutOff(reason: string | undefined): void {
    this.cutReason = reason;
    this.updateIsLost();
  }

  /** Returns true if the host is lost, after announcing the reason to the person. */
  refuseIfLost(): boolean {
    if (this.isLost.get()) this.parts.refuse(this.reason);
    return this.isLost.get();
  }

  /** Wraps `post` so that while the host is lost only messages of the droppable types are sent. */
  guard<Message extends { readonly type: string }>(
    post: (message: Message) => void,
    droppable: ReadonlySet<Message['type']>,
  ): (message: Message) => void {
    return (message) => {
      if (droppable.has(message.type) || !this.refuseIfLost()) post(message);
    };
  }

  private onAnswer(): void {
    this.ticks = 0;
    this.isSilent = false;
    this.updateIsLost();
  }

  private updateIsLost(): void {
    this.isLost.set(this.isSilent || this.cutReason !== undefined);
  }

  private updateTimer(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    if (document.hidden) return;
    this.ticks = 0;
    this.timer = setInterval(() => this.tick(), tickMs);
  }

  private tick(): void {
    this.ticks += 1;
    if (this.ticks >= pingAfterTicks) this.parts.host.post({ type: 'ping' });
    if (this.ticks < lostAfterTicks) return;
    this.isSilent = true;
    this.updateIsLost();
  }
}

export function lostReason(): string {
  return t('Not connected: the extension does not answer.');
}

/** Announcement that the host is silent or answers again. */
export function connectionAnnouncement({
  isLost,
  reason,
}: Pick<Pulse, 'isLost' | 'reason'>): string {
  return isLost.get() ? reason : t('Connected again.');
}
