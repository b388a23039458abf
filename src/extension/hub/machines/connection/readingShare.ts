/** Part of the time that reading one machine may take in the long run. */
const share = 0.25;

/** Time that it may take at once, in ms: the largest board is read in less. */
const burstMs = 2_000;

/** A machine that uses up its share for so long, in ms, sends more than any board has. */
const defaultFloodMs = 15_000;

/** Shares the desk's time out to one machine, so that none holds it up. */
export class ReadingShare {
  private leftMs = burstMs;
  private at: number;
  /** When it used its share up; undefined once it has some of it left again. */
  private spentSince: number | undefined;

  constructor(
    /** Now, in ms; the time of reading is taken from it, too. */
    readonly clock: () => number = () => performance.now(),
    private readonly floodMs = defaultFloodMs,
  ) {
    this.at = this.clock();
  }

  /** Reading took so long, in ms. Gives back for how long to rest now, in ms. */
  spend(ms: number): number {
    const now = this.clock();
    this.leftMs = Math.min(burstMs, this.leftMs + (now - this.at) * share) - ms;
    this.at = now;
    if (this.leftMs > burstMs / 2) this.spentSince = undefined;
    if (this.leftMs >= 0) return 0;
    this.spentSince ??= now;
    return -this.leftMs / share;
  }

  /** True for a machine that floods the desk. */
  get isFlooded(): boolean {
    return this.spentSince !== undefined && this.clock() - this.spentSince > this.floodMs;
  }
}
