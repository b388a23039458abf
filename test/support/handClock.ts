import type { Clock } from '../../src/extension/util/clock';

/** A clock that a test advances. */
export class HandClock implements Clock {
  constructor(private at = Date.parse('2026-03-02T09:00:00Z')) {}

  private readonly timers = new Set<{ readonly due: number; readonly act: () => void }>();

  now(): number {
    return this.at;
  }

  after(ms: number, act: () => void): { dispose(): void } {
    const timer = { due: this.at + ms, act };
    this.timers.add(timer);
    return { dispose: () => void this.timers.delete(timer) };
  }

  /** Advances the clock without running any timer, as while the computer sleeps. */
  sleep(ms: number): void {
    this.at += ms;
  }

  /** Advances the clock, and runs the timers that become due. */
  go(ms: number): void {
    const end = this.at + ms;
    for (;;) {
      const [next] = [...this.timers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
      if (next === undefined) break;
      this.timers.delete(next);
      this.at = Math.max(this.at, next.due);
      next.act();
    }
    this.at = end;
  }
}
