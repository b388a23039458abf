/** Number of the last round trips that are compared. */
const kept = 5;

/** Differences below this, in ms, count as zero: a round trip measures no more precisely. */
const leastMs = 250;

/** Maximum skew in ms, some hundred years: a present time shifted by it stays a valid date. */
const mostMs = 1e13;

/** Difference between a machine's clock and the desk's, measured by the quickest of the last round trips. */
export class ClockSkew {
  private readonly samples: { readonly tripMs: number; readonly skewMs: number }[] = [];
  private current = 0;

  constructor(private readonly clock: () => number) {}

  /** The machine's clock minus the desk's, in ms. */
  get ms(): number {
    return this.current;
  }

  /**
   * Applies a pong: `at` is the desk's time of the ping, 0 for a pong without a ping; `now` is the
   * machine's time. Returns true if the known difference changed.
   */
  addSample({ at, now }: { readonly at: number; readonly now: number }): boolean {
    if (at === 0) return false;
    const heard = this.clock();
    const tripMs = heard - at;
    // The desk's clock was set in between, or this computer slept.
    if (tripMs < 0 || tripMs > 60_000) return false;
    this.samples.push({ tripMs, skewMs: now - (at + heard) / 2 });
    if (this.samples.length > kept) this.samples.shift();
    const [best] = this.samples.toSorted((a, b) => a.tripMs - b.tripMs);
    return this.set(best?.skewMs ?? 0, leastMs);
  }

  /** Sets a first estimate, before a round trip was measured. */
  reset(now: number): void {
    if (this.samples.length > 0) return;
    // The greeting's transfer time may explain a smaller difference.
    this.set(now - this.clock(), 5_000);
  }

  /** Changes too small to be visible are ignored, since each one changes all times of the machine. */
  private set(skewMs: number, least: number): boolean {
    if (Math.abs(skewMs) > mostMs) return false;
    const next = Math.abs(skewMs) < least ? 0 : Math.round(skewMs);
    if (Math.abs(next - this.current) < leastMs) return false;
    this.current = next;
    return true;
  }
}
