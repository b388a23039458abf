/** Maximum number of notifications of phones in a minute; further ones wait and are combined. */
const defaultPerMinute = 10;
const minuteMs = 60_000;

/** Limits how often phones are notified. */
export class CallRate {
  private recent: number[] = [];

  constructor(private readonly perMinute = defaultPerMinute) {}

  /** Returns when the next notification is allowed. Times are in ms since 1970. */
  freeAt(now: number): number {
    this.recent = this.recent.filter((at) => at > now - minuteMs);
    const [first = now] = this.recent;
    return this.recent.length < this.perMinute ? now : first + minuteMs;
  }

  note(now: number): void {
    this.recent.push(now);
  }
}

/** Limits the rate of tests or subscriptions, separately for each phone. */
export class PhoneRates {
  private readonly rates = new Map<string, CallRate>();

  constructor(
    private readonly perMinute: number,
    private readonly now: () => number,
  ) {}

  /** Returns the rate limit of a phone. */
  rateOf(device: string): CallRate {
    const rate = this.rates.get(device) ?? new CallRate(this.perMinute);
    this.rates.set(device, rate);
    return rate;
  }

  /** Counts a test or subscription of the phone; returns false if it had too many recently. */
  countIfAllowed(device: string): boolean {
    const now = this.now();
    const rate = this.rateOf(device);
    if (rate.freeAt(now) > now) return false;
    rate.note(now);
    return true;
  }

  forget(device: string): void {
    this.rates.delete(device);
  }
}
