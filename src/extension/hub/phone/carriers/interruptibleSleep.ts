/** Interval of the comparisons between timer and clock, in ms. */
const defaultSliceMs = 10_000;
/** Minimum lag, in ms, of a timer behind the clock that means that the computer has slept. */
const minSleepMs = 10_000;

/** A delay that ends early on request, or when the computer wakes up. */
export class InterruptibleSleep {
  private endPause: (() => void) | undefined;
  private isWakeRequested = false;

  constructor(
    private readonly clock: () => number = Date.now,
    private readonly sliceMs = defaultSliceMs,
  ) {}

  /** Ends the current delay; without one, the next delay ends immediately. */
  wake(): void {
    this.isWakeRequested = true;
    this.endPause?.();
  }

  async sleep(ms: number): Promise<void> {
    const until = performance.now() + ms;
    while (!this.isWakeRequested) {
      const left = until - performance.now();
      if (left <= 0) return;
      const from = this.clock();
      const slice = Math.min(left, this.sliceMs);
      await this.pause(slice);
      // Timers do not advance while the computer sleeps; `Date.now` does.
      if (this.clock() - from > slice + minSleepMs) return;
    }
    this.isWakeRequested = false;
  }

  private async pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.endPause = undefined;
  }
}
