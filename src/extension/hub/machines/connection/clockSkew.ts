/** Number of recent round trips that are compared. */
const maxSamples = 5;

/**
 * Smaller differences, in ms, are treated as zero, because a round trip does not measure more
 * precisely.
 */
const minSkewMs = 250;

/** Maximum skew in ms, some hundred years: the present time plus the skew is still a valid date. */
const maxSkewMs = 1e13;

/**
 * Estimates the difference between the clocks of a machine and the desk from the fastest of the
 * recent round trips.
 */
export class ClockSkew {
  private readonly samples: { readonly tripMs: number; readonly skewMs: number }[] = [];
  private current = 0;

  constructor(private readonly clock: () => number) {}

  /** Clock of the machine minus clock of the desk, in ms. */
  get ms(): number {
    return this.current;
  }

  /**
   * Applies a pong: `at` is the time of the ping on the clock of the desk, or 0 without a ping;
   * `now` is the time on the machine. Returns true if the estimate changed.
   */
  addSample({ at, now }: { readonly at: number; readonly now: number }): boolean {
    if (at === 0) return false;
    const receivedAt = this.clock();
    const tripMs = receivedAt - at;
    // The clock of the desk was set meanwhile, or this computer slept.
    if (tripMs < 0 || tripMs > 60_000) return false;
    this.samples.push({ tripMs, skewMs: now - (at + receivedAt) / 2 });
    if (this.samples.length > maxSamples) this.samples.shift();
    const [best] = this.samples.toSorted((a, b) => a.tripMs - b.tripMs);
    return this.set(best?.skewMs ?? 0, minSkewMs);
  }

  /** Sets a first estimate until a round trip is measured. */
  reset(now: number): void {
    if (this.samples.length > 0) return;
    // A smaller difference may be only the transfer time of the greeting.
    this.set(now - this.clock(), 5_000);
  }

  /**
   * Sets the estimate, with a skew below `minMs` as zero; returns false without a change. Small
   * changes are ignored, because each change updates all times of the machine.
   */
  private set(skewMs: number, minMs: number): boolean {
    if (Math.abs(skewMs) > maxSkewMs) return false;
    const next = Math.abs(skewMs) < minMs ? 0 : Math.round(skewMs);
    if (Math.abs(next - this.current) < minSkewMs) return false;
    this.current = next;
    return true;
  }
}
