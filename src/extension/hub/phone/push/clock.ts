import type { Disposable } from '../../../util/lifetime';

/** Time as pushes need it. */
export interface Clock {
  /** Ms since 1970. */
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
