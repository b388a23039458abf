/** Interval of the comparisons between timer and clock, in ms. */
const defaultSliceMs = 10_000;
/** Minimum difference in ms between clock and timer that counts as sleep of the computer. */
const sleptMs = 10_000;

/** A delay that ends early on request, or when the computer wakes up. */
export class InterruptibleSleep {
  private end: (() => void) | undefined;
  private isAwake = false;

  constructor(
    private readonly clock: () => number = Date.now,
    private readonly sliceMs = defaultSliceMs,
  ) {}

  /** Ends the current delay; without one, the next delay ends immediately. */
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
      // Timers do not advance while the computer sleeps; `Date.now` does.
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
