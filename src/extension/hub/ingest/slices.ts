import { setImmediate as turn } from 'node:timers/promises';

/** A hook call needs a few turns of the event loop: it waits for each of them at most this long, in ms. */
const sliceMs = 3;

/** Does long work in slices, so that hook calls are answered in between. */
export class Slices {
  private startedAt = 0;

  /** Runs a job that stops at each `yield`; such a portion should take far less than a slice. */
  async run<Result>(job: Iterator<unknown, Result>): Promise<Result> {
    for (;;) {
      if (performance.now() - this.startedAt > sliceMs) {
        await turn();
        await turn(); // What the first turn began may go on.
        this.startedAt = performance.now();
      }
      const step = job.next();
      if (step.done === true) return step.value;
    }
  }
}
