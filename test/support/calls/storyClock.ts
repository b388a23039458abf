import { mock } from 'node:test';

interface Timer {
  readonly at: number;
  readonly act: () => void;
}

/**
 * Replaces the global clock and timers. Time jumps from timer to timer, and all effects of one
 * timer are complete before the next one fires.
 */
export class StoryClock {
  private at = Date.parse('2026-03-02T09:00:00Z');
  private readonly startedAt = this.at;
  private readonly timers = new Map<object, Timer>();

  /** `settle` resolves once nothing is pending but timers. */
  constructor(private readonly settle: () => Promise<void>) {
    mock.method(Date, 'now', () => this.at);
    mock.method(performance, 'now', () => this.at - this.startedAt);
    mock.method(globalThis, 'setTimeout', (act: () => void, ms: number) => this.start(act, ms));
    mock.method(globalThis, 'clearTimeout', (timer: object) => this.timers.delete(timer));
  }

  now(): number {
    return this.at;
  }

  /** Seconds since the start of the story. */
  get seconds(): string {
    return ((this.at - this.startedAt) / 1_000).toFixed(3);
  }

  delay(ms: number): Promise<void> {
    return new Promise((resolve) => void this.start(resolve, ms));
  }

  async go(ms: number): Promise<void> {
    const end = this.at + ms;
    await this.settle();
    for (;;) {
      // Timers with the same due time fire in the order in which they were set.
      const [next] = [...this.timers].sort(([, a], [, b]) => a.at - b.at);
      if (next === undefined || next[1].at > end) break;
      const [key, { at, act }] = next;
      this.timers.delete(key);
      this.at = Math.max(this.at, at);
      act();
      await this.settle();
    }
    this.at = end;
  }

  restore(): void {
    mock.restoreAll();
  }

  private start(act: () => void, ms: number): object {
    const timer = { unref: () => timer, ref: () => timer };
    this.timers.set(timer, { at: this.at + Math.max(1, ms), act });
    return timer;
  }
}
