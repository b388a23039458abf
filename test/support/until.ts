import { setTimeout as delay } from 'node:timers/promises';

const pauseMs = 30;

/** Reads until `assertion` no longer throws, and gives back what was read; its last failure at the end. */
export async function until<T>(
  read: () => T | Promise<T>,
  assertion: (value: T) => void,
  timeoutMs = 20_000,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      const value = await read();
      assertion(value);
      return value;
    } catch (error) {
      if (Date.now() >= end) throw error;
    }
    await delay(pauseMs);
  }
}
