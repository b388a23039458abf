import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';

/**
 * Maximum duration of a slice in ms; a hook call needs a few turns of the event loop and waits this
 * long for each.
 */
const hookSliceMs = 3;

/** Runs long work in slices, so that other tasks get their turn. */
export class Slices {
  private startedAt = 0;

  constructor(
    private readonly sliceMs = hookSliceMs,
    /**
     * Minimum pause in ms between slices; a thread that sleeps in between gets a busy processor
     * sooner.
     */
    private readonly restMs = 0,
  ) {}

  /** Runs a job that yields between steps; a step should take much less than a slice. */
  async run<Result>(job: Iterator<unknown, Result>): Promise<Result> {
    for (;;) {
      if (this.hasEnded()) await this.waitForTurn();
      const step = job.next();
      if (step.done === true) return step.value;
    }
  }

  /** Yields to other tasks if the slice has ended; returns true if it did. */
  async pause(): Promise<boolean> {
    if (!this.hasEnded()) return false;
    await this.waitForTurn();
    return true;
  }

  private hasEnded(): boolean {
    return performance.now() - this.startedAt > this.sliceMs;
  }

  private async waitForTurn(): Promise<void> {
    await (this.restMs > 0 ? delay(this.restMs) : turn());
    await turn(); // Lets work continue that the first turn started.
    this.startedAt = performance.now();
  }
}
