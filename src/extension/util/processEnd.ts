import { setTimeout as delay } from 'node:timers/promises';

/** Time limit for a process to end, in ms. */
const maxWaitMs = 3_000;
const pollMs = 20;

/** Settles once the process has ended, or after the time limit. */
export async function waitForProcessEnd(pid: number): Promise<void> {
  const until = performance.now() + maxWaitMs;
  while (performance.now() < until) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await delay(pollMs);
  }
}
