/** So many measurements are compared. */
const kept = 5;

/** Smaller differences, in ms, are none: a round trip measures no better. */
const leastMs = 250;

/** No clock is off by more, in ms: some hundred years, by which a time of today stays one. */
const mostMs = 1e13;

/** How far the clock of a machine is from the desk's, told by the quickest of the last round trips. */
export class ClockSkew {
  private readonly samples: { readonly tripMs: number; readonly skewMs: number }[] = [];
  private current = 0;

  constructor(private readonly clock: () => number) {}

  /** The machine's clock less the desk's, in ms. */
  get ms(): number {
    return this.current;
  }

  /**
   * Takes a pong: `at` is the desk's time of its ping, 0 where none asked for it, `now` the machine's.
   * True where the clocks turned out to differ otherwise than was known.
   */
  take({ at, now }: { readonly at: number; readonly now: number }): boolean {
    if (at === 0) return false;
    const heard = this.clock();
    const tripMs = heard - at;
    // The desk's clock was set meanwhile, or this machine slept.
    if (tripMs < 0 || tripMs > 60_000) return false;
    this.samples.push({ tripMs, skewMs: now - (at + heard) / 2 });
    if (this.samples.length > kept) this.samples.shift();
    const [best] = this.samples.toSorted((a, b) => a.tripMs - b.tripMs);
    return this.set(best?.skewMs ?? 0, leastMs);
  }

  /** A first guess, before a round trip was measured. */
  begin(now: number): void {
    if (this.samples.length > 0) return;
    // A smaller difference may be the time that the greeting took on its way.
    this.set(now - this.clock(), 5_000);
  }

  /** A change that nobody would see is none: all times of the machine change with it. */
  private set(skewMs: number, least: number): boolean {
    if (Math.abs(skewMs) > mostMs) return false;
    const next = Math.abs(skewMs) < least ? 0 : Math.round(skewMs);
    if (Math.abs(next - this.current) < leastMs) return false;
    this.current = next;
    return true;
  }
}
