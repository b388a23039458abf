/** Maximum fraction of time that reading one machine may take on average. */
const maxShare = 0.25;

/** Time in ms that reading may take without a pause; the largest board needs less. */
const burstMs = 2_000;

/**
 * Time in ms for which a machine must exceed its share to count as flooding; no board needs that
 * much.
 */
const defaultFloodMs = 15_000;

/**
 * Limits the time that this hub spends on reading one machine, so that no machine delays the
 * others.
 */
export class ReadingShare {
  private leftMs = burstMs;
  private updatedAt: number;
  /** Time at which the share was used up; undefined once half of the burst is available again. */
  private spentSince: number | undefined;

  constructor(
    /** Current time in ms, also used to measure the time of reading. */
    readonly clock: () => number = () => performance.now(),
    private readonly floodMs = defaultFloodMs,
  ) {
    this.updatedAt = this.clock();
  }

  /** Counts time spent on reading, in ms. Returns the pause that must follow, in ms. */
  spend(ms: number): number {
    const now = this.clock();
    this.leftMs = Math.min(burstMs, this.leftMs + (now - this.updatedAt) * maxShare) - ms;
    this.updatedAt = now;
    if (this.leftMs > burstMs / 2) this.spentSince = undefined;
    if (this.leftMs >= 0) return 0;
    this.spentSince ??= now;
    return -this.leftMs / maxShare;
  }

  /** True for a machine that floods the desk. */
  get isFlooding(): boolean {
    return this.spentSince !== undefined && this.clock() - this.spentSince > this.floodMs;
  }
}
