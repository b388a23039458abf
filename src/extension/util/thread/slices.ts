import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';

/** A hook call needs a few turns of the event loop: it waits for each of them at most this long, in ms. */
const hookSliceMs = 3;

/** Does long work in slices, so that others have their turn in between. */
export class Slices {
  private startedAt = 0;

  constructor(
    private readonly sliceMs = hookSliceMs,
    /** Least time in ms between two slices: a thread that sleeps in between gets a busy processor sooner. */
    private readonly restMs = 0,
  ) {}

  /** Runs a job that stops at each `yield`; such a portion should take far less than a slice. */
  async run<Result>(job: Iterator<unknown, Result>): Promise<Result> {
    for (;;) {
      if (this.isOver()) await this.rest();
      const step = job.next();
      if (step.done === true) return step.value;
    }
  }

  /** Lets others go first when the slice is over; answers whether it was. */
  async pause(): Promise<boolean> {
    if (!this.isOver()) return false;
    await this.rest();
    return true;
  }

  private isOver(): boolean {
    return performance.now() - this.startedAt > this.sliceMs;
  }

  private async rest(): Promise<void> {
    await (this.restMs > 0 ? delay(this.restMs) : turn());
    await turn(); // What the first turn began may go on.
    this.startedAt = performance.now();
  }
}
