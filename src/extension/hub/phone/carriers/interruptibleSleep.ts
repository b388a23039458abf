/** Interval of the comparisons with the clock, in ms. */
const defaultSliceMs = 10_000;
/** Minimum difference in ms between clock and timer that shows that the computer slept. */
const sleptMs = 10_000;

/** A wait that ends early on request, or when the computer wakes up. */
export class InterruptibleSleep {
  private end: (() => void) | undefined;
  private isAwake = false;

  constructor(
    private readonly clock: () => number = Date.now,
    private readonly sliceMs = defaultSliceMs,
  ) {}

  /** Ends the current wait; without one, the next wait ends at once. */
  wake(): void {
    this.isAwake = true;
    this.end?.();
  }

  async sleep(ms: number): Promise<void> {
    const until = performance.now() + ms;
    while (!this.isAwake) {
      const left = until - performance.now();
      if (left <= 0) return;
      const from = this.clock();
      const slice = Math.min(left, this.sliceMs);
      await this.pause(slice);
      // The timers' clock stands still during sleep, `Date.now` does not.
      if (this.clock() - from > slice + sleptMs) return;
    }
    this.isAwake = false;
  }

  private async pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      this.end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.end = undefined;
  }
}
