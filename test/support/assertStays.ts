import { setTimeout as delay } from 'node:timers/promises';

const pauseMs = 20;

/**
 * Repeats the assertion for a time, in ms, to show that nothing changes; returns the last value. On
 * a busy machine it checks less often, and never fails for that. To wait for a result use `until`.
 */
export async function assertStays<T>(
  ms: number,
  read: () => T | Promise<T>,
  assertion: (value: T) => void,
): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    const value = await read();
    assertion(value);
    if (performance.now() >= end) return value;
    await delay(pauseMs);
  }
}
