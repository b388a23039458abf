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
