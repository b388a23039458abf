import { readlinkSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Options of the CPU profiler, which writes a file for each thread. */
const inheritedOptions = process.execArgv.filter((option) => option.startsWith('--cpu-prof'));

/**
 * Starts a thread without the process's other options: its bundle needs none, and terminating a
 * thread while a loader from them starts may never finish.
 */
export function startThread(
  script: string,
  options: Pick<WorkerOptions, 'workerData' | 'resourceLimits' | 'env'>,
): Worker {
  return new Worker(script, { ...options, execArgv: inheritedOptions });
}

/**
 * Lowers this thread's priority, so that other processes get the processor first. Only Linux has
 * priorities for threads; elsewhere nothing happens.
 */
export function lowerThreadPriority(): void {
  const { PRIORITY_BELOW_NORMAL } = os.constants.priority;
  try {
    const thread = ownThread();
    if (thread === 0) return;
    // If the process already has a lower priority, its threads inherit it.
    if (os.getPriority(thread) < PRIORITY_BELOW_NORMAL)
      os.setPriority(thread, PRIORITY_BELOW_NORMAL);
  } catch {
    // The priority is optional, so errors are ignored.
  }
}

/** The system's id of this thread; 0 except on Linux. */
function ownThread(): number {
  try {
    return Number(path.basename(readlinkSync('/proc/thread-self')));
  } catch {
    return 0;
  }
}
