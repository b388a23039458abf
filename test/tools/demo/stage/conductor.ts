import type { Play } from '../play';

export interface Baton {
  /** Who hears the hooks by now, if anybody does. */
  readonly listener: () => string | undefined;
  /** What the first moment waits for besides a listener. */
  readonly begins?: () => boolean;
  /** Whether time stands still for now at a moment of play. */
  readonly holds?: (moment: number) => boolean;
  /** The moment of play at which everything stands still. */
  readonly until?: number;
}

const lookEveryMs = 200;

/** So much of the real clock's time is played at once, in ms. */
const mostLeapMs = 400;

/** Beats time: waits for a listener, then plays at the pace of the real clock. */
export class Conductor {
  readonly ended: Promise<void>;
  private markEnded: () => void = () => {};
  private timer: NodeJS.Timeout | undefined;
  private begunAt = 0;
  private moment = 0;
  private stopped = false;
  private heardBy: string | undefined;

  constructor(
    private readonly play: Play,
    private readonly baton: Baton,
  ) {
    this.ended = new Promise((resolve) => {
      this.markEnded = resolve;
    });
  }

  start(): void {
    this.heardBy = this.baton.listener();
    if (this.heardBy === undefined || this.baton.begins?.() === false) {
      this.timer = setTimeout(() => this.start(), lookEveryMs);
      return;
    }
    this.begunAt = Date.now();
    this.play.begin(this.begunAt);
    this.beat();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.markEnded();
  }

  private beat(): void {
    if (this.stopped) return;
    const { speed } = this.play;
    const until = this.baton.until ?? Number.POSITIVE_INFINITY;
    this.hold();
    this.moment = Math.min((Date.now() - this.begunAt) * speed, until);
    this.play.advance(this.moment);
    this.lookForListener();
    const next = this.play.next;
    if (next === undefined || next > until) {
      this.markEnded();
      return;
    }
    const wait = (next - (Date.now() - this.begunAt) * speed) / speed;
    // Not for long: somebody may decide meanwhile.
    this.timer = setTimeout(() => this.beat(), Math.min(lookEveryMs, Math.max(5, wait)));
  }

  /**
   * Moves the start of the play by the time during which it was held, or the machine was busy or
   * asleep. Catching up would give its changes of files wrong times.
   */
  private hold(): void {
    const most = this.baton.holds?.(this.moment) === true ? 0 : mostLeapMs;
    const tooMuch = Date.now() - this.begunAt - this.moment / this.play.speed - most;
    if (tooMuch <= 0) return;
    this.begunAt += tooMuch;
    this.play.begin(this.begunAt);
  }

  /** Sends dialogs that opened without a listener to the next listener. */
  private lookForListener(): void {
    const listener = this.baton.listener();
    if (listener === undefined || listener === this.heardBy) return;
    this.heardBy = listener;
    this.play.askAgain();
  }
}
