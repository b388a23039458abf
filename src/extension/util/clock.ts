import type { Disposable } from './lifetime';

/** The time and timers, which tests replace. */
export interface Clock {
  /** Returns the time in ms since 1970. */
  now(): number;
  /** Calls `act` once, unless the result is disposed before; keeps no process alive. */
  after(ms: number, act: () => void): Disposable;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, act) {
    const timer = setTimeout(act, ms);
    timer.unref();
    return { dispose: () => clearTimeout(timer) };
  },
};
