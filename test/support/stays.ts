import { setTimeout as delay } from 'node:timers/promises';

const pauseMs = 20;

/**
 * Asserts again and again that nothing changes within a time, in ms; gives back what was read last. On a
 * busy machine it may see less, and never fails for that. It is no way to wait for something: see `until`.
 */
export async function stays<T>(
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
