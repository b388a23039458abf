import { setTimeout as delay } from 'node:timers/promises';

/**
 * Lets a time pass that is itself what a test is about: one in which nothing may happen, one that the
 * product or the client keeps, or the slowness of a part that is played. It is no way to wait for
 * something, which a busy machine does later: see `until`.
 */
export async function lapse(ms: number): Promise<void> {
  await delay(ms);
}
