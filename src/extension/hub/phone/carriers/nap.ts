/** Time between two looks at the clock, in ms. */
const sliceMs = 10_000;
/** A clock that went on by so much more means that the machine slept, in ms. */
const sleptMs = 10_000;

/** A wait that ends early when it is told to, or when the machine wakes up from sleep. */
export class Nap {
  private end: (() => void) | undefined;
  private isAwake = false;

  /** Ends the wait that is under way, or else the next one. */
  wake(): void {
    this.isAwake = true;
    this.end?.();
  }

  async take(ms: number): Promise<void> {
    const until = performance.now() + ms;
    while (!this.isAwake) {
      const left = until - performance.now();
      if (left <= 0) return;
      const from = Date.now();
      const slice = Math.min(left, sliceMs);
      await this.pause(slice);
      // The clock of timers stands still during sleep, the other one does not.
      if (Date.now() - from > slice + sleptMs) return;
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
