import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits for a time that is part of the tested behaviour: one in which nothing may happen, a delay
 * of the product or the client, or the slowness of a simulated part. To wait for a result use
 * `until`, since a busy machine may be slower.
 */
export async function waitFixedTime(ms: number): Promise<void> {
  await delay(ms);
}
