import type { Clock } from '../../util/clock';
import type { Disposable } from '../../util/lifetime';

/** Interval of the timer, in ms. */
const beatMs = 15_000;

/** A timer that is later than this, in ms, shows that the computer was asleep, or the clock was set. */
const lateMs = 5_000;

/** Number of sleeps to remember. */
const maxSleeps = 32;

/**
 * Detects when the computer slept, by a timer that fires late. Knows only the times while it is
 * active.
 */
export class WakeWatch implements Disposable {
  private readonly sleeps: { readonly from: number; readonly to: number }[] = [];
  private beat: Disposable | undefined;
  private observedAt = 0;
  private since: number;

  constructor(private readonly clock: Clock) {
    this.since = clock.now();
  }

  /** Start of the time in which the computer has been awake and was watched, in ms since 1970. */
  get awakeSince(): number {
    return this.since;
  }

  /** True if the computer was asleep at that time, in ms since 1970. */
  sleptAt(at: number): boolean {
    return this.sleeps.some(({ from, to }) => from <= at && at <= to);
  }

  /** Starts the time of `awakeSince` again. */
  restart(): void {
    this.since = this.clock.now();
  }

  setActive(isActive: boolean): void {
    if (isActive === (this.beat !== undefined)) return;
    this.beat?.dispose();
    this.beat = undefined;
    if (!isActive) return;
    this.observedAt = this.clock.now();
    this.startBeat();
  }

  /** Compares the time with the last observation; called before the time is used for a decision. */
  observe(): void {
    if (this.beat === undefined) return;
    const now = this.clock.now();
    const passed = now - this.observedAt;
    if (passed > beatMs + lateMs || passed < -lateMs) {
      this.sleeps.push({ from: Math.min(this.observedAt, now), to: now });
      if (this.sleeps.length > maxSleeps) this.sleeps.shift();
      this.since = now;
    }
    this.observedAt = now;
  }

  dispose(): void {
    this.beat?.dispose();
  }

  private startBeat(): void {
    this.beat = this.clock.after(beatMs, () => {
      this.observe();
      this.startBeat();
    });
  }
}
