/** Calls to phones in a minute; a call beyond waits and is told together with others. */
const usualPerMinute = 10;
const minuteMs = 60_000;

/** Keeps phones from ringing on and on. */
export class CallRate {
  private lately: number[] = [];

  constructor(private readonly perMinute = usualPerMinute) {}

  /** From when the next call may go out; times are in ms since 1970. */
  freeAt(now: number): number {
    this.lately = this.lately.filter((at) => at > now - minuteMs);
    const [first = now] = this.lately;
    return this.lately.length < this.perMinute ? now : first + minuteMs;
  }

  note(now: number): void {
    this.lately.push(now);
  }
}

/** A rate for each phone. */
export class PhoneRates {
  private readonly rates = new Map<string, CallRate>();

  constructor(
    private readonly perMinute: number,
    private readonly now: () => number,
  ) {}

  /** The rate of that phone. */
  rateOf(device: string): CallRate {
    const rate = this.rates.get(device) ?? new CallRate(this.perMinute);
    this.rates.set(device, rate);
    return rate;
  }

  /** Counts one more of that phone. False where it had too many lately. */
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
