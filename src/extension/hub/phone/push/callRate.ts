/** Maximum number of calls to phones in a minute; further calls wait and are combined. */
const usualPerMinute = 10;
const minuteMs = 60_000;

/** Limits how often phones are called. */
export class CallRate {
  private lately: number[] = [];

  constructor(private readonly perMinute = usualPerMinute) {}

  /** Returns when the next call is allowed; times are in ms since 1970. */
  freeAt(now: number): number {
    this.lately = this.lately.filter((at) => at > now - minuteMs);
    const [first = now] = this.lately;
    return this.lately.length < this.perMinute ? now : first + minuteMs;
  }

  note(now: number): void {
    this.lately.push(now);
  }
}

/** Limits the calls to each phone separately. */
export class PhoneRates {
  private readonly rates = new Map<string, CallRate>();

  constructor(
    private readonly perMinute: number,
    private readonly now: () => number,
  ) {}

  /** Returns the phone's rate. */
  rateOf(device: string): CallRate {
    const rate = this.rates.get(device) ?? new CallRate(this.perMinute);
    this.rates.set(device, rate);
    return rate;
  }

  /** Counts a call to the phone; returns false if it had too many recently. */
  mayNow(device: string): boolean {
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
