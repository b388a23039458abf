import { setTimeout as delay } from 'node:timers/promises';

/** A process that ends takes at most so long, in ms. */
const endMs = 3_000;
const lookMs = 20;

/** Settles once there is no such process any more, or it takes too long. */
export async function waitForProcessEnd(pid: number): Promise<void> {
  const until = performance.now() + endMs;
  while (performance.now() < until) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await delay(lookMs);
  }
}
