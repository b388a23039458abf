import type { Disposable } from '../../../util/lifetime';

/** The time and timers of pushes, which tests replace. */
export interface Clock {
  /** Returns the time in ms since 1970. */
  now(): number;
  after(ms: number, act: () => void): Disposable;
}

export const systemClock: Clock = {
  now: Date.now,
  after(ms, act) {
    const timer = setTimeout(act, ms);
    timer.unref();
    return { dispose: () => clearTimeout(timer) };
  },
};
