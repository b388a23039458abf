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
