import type { Play } from '../play';

export interface Baton {
  /** Identifies the hub that currently receives the hooks; undefined without one. */
  readonly listener: () => string | undefined;
  /** Additional condition for the first moment. */
  readonly begins?: () => boolean;
  /** Predicate for the moments of the play at which time is stopped. */
  readonly holds?: (moment: number) => boolean;
  /** The moment of the play at which it freezes. */
  readonly until?: number;
}

const lookEveryMs = 200;

/** Maximum real time that is played in one step, in ms. */
const mostLeapMs = 400;

/** Waits for a hub, then advances the play with the real clock. */
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
    // Short enough to notice a decision that arrives meanwhile.
    this.timer = setTimeout(() => this.beat(), Math.min(lookEveryMs, Math.max(5, wait)));
  }

  /**
   * Moves the start of the play by the time during which it was held, or the machine was busy or
   * asleep. Catching up would give changed files wrong times.
   */
  private hold(): void {
    const most = this.baton.holds?.(this.moment) === true ? 0 : mostLeapMs;
    const tooMuch = Date.now() - this.begunAt - this.moment / this.play.speed - most;
    if (tooMuch <= 0) return;
    this.begunAt += tooMuch;
    this.play.begin(this.begunAt);
  }

  /** Repeats dialogs that opened without a hub once there is a new one. */
  private lookForListener(): void {
    const listener = this.baton.listener();
    if (listener === undefined || listener === this.heardBy) return;
    this.heardBy = listener;
    this.play.askAgain();
  }
}
