import type { Random } from '../../support/random';
import { happens } from './chance';
import { startOfDay } from './plan';

/**
 * The simulated time of a session. It advances by random steps and stops at the end of the session.
 */
export class Clock {
  constructor(
    private readonly random: Random,
    private _now: number,
    private readonly end: number,
    private readonly stepMs: number,
  ) {}

  get now(): number {
    return this._now;
  }

  /** Creates a clock for a subagent, which starts at the current time and has the same end. */
  branch(random: Random, stepMs: number): Clock {
    return new Clock(random, this._now, this.end, stepMs);
  }

  /**
   * Advances by a random step. A step over midnight often ends in the first millisecond of the new
   * day or in the last one before it.
   */
  step(): void {
    const midnight = startOfDay(this._now, -1);
    this.advance(this.stepMs * (0.3 + this.random.next() * 1.4));
    if (this._now > midnight && happens(this.random, 0.6)) {
      this._now = happens(this.random, 0.5) ? midnight : midnight - 1;
    }
  }

  advance(ms: number): void {
    this._now = Math.min(this.end, Math.round(this._now + ms));
  }

  /**
   * Times of the lines of one message. All are on the same local day: if midnight would be between
   * them, all are in the last millisecond before it, or they start in the first one after it.
   */
  message(lines: number, gapMs: number): readonly number[] {
    const midnight = startOfDay(this._now, -1);
    if (this._now + lines * gapMs >= midnight && midnight <= this.end) {
      if (happens(this.random, 0.5)) {
        this._now = midnight - 1;
        return Array.from({ length: lines }, () => midnight - 1);
      }
      this._now = midnight;
    }
    const times: number[] = [];
    for (let line = 0; line < lines; line += 1) {
      times.push(this._now);
      this.advance(gapMs);
    }
    return times;
  }
}
