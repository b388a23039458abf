import type { Random } from '../../support/random';
import { happens } from './chance';
import { startOfDay } from './plan';

/** The time in one session: moves on by uneven steps and stops at the session's end. */
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

  /** Ends when this does. */
  branch(random: Random, stepMs: number): Clock {
    return new Clock(random, this._now, this.end, stepMs);
  }

  /** Past midnight it often stops in the first millisecond of the day, or in the last one before. */
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
   * Times of the lines of one message, all on one local day: where midnight is between them, all
   * are in the last millisecond before it or begin in the first one after it.
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
