import { readlinkSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** The profiler's, by which each thread leaves a file of its own. */
const inherited = process.execArgv.filter((option) => option.startsWith('--cpu-prof'));

/**
 * Starts a thread of ours, with none of the other options that its process was started with: its bundle
 * needs none, and a thread that is ended while a loader among them starts may never end.
 */
export function startThread(
  script: string,
  options: Pick<WorkerOptions, 'workerData' | 'resourceLimits' | 'env'>,
): Worker {
  return new Worker(script, { ...options, execArgv: inherited });
}

/**
 * Lets all others of this machine go first where they and this thread want the same core. Only Linux
 * has priorities of threads; elsewhere nothing changes.
 */
export function giveWay(): void {
  const { PRIORITY_BELOW_NORMAL } = os.constants.priority;
  try {
    const thread = ownThread();
    if (thread === 0) return;
    // In a process that already gives way more than that, its threads do, too.
    if (os.getPriority(thread) < PRIORITY_BELOW_NORMAL)
      os.setPriority(thread, PRIORITY_BELOW_NORMAL);
  } catch {
    // It is a kindness, not a need.
  }
}

/** The system's number of this thread; 0 where only other systems have one. */
function ownThread(): number {
  try {
    return Number(path.basename(readlinkSync('/proc/thread-self')));
  } catch {
    return 0;
  }
}
