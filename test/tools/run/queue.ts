import { waitFixedTime } from '../../support/waitFixedTime';

/** Interval at which a worker checks whether it may start a task, in ms. */
const lookEveryMs = 500;

/** Tasks that may start once `ready` resolves; a rejection fails them together. */
export interface TaskGroup<T> {
  readonly tasks: readonly T[];
  readonly ready: Promise<unknown>;
}

/** Runs one task at a time. */
export interface Worker<T, R> {
  readonly name: string;
  /** Whether the task belongs to its pool. */
  accepts(task: T): boolean;
  /** The worker runs tasks of other pools once its own has none left. */
  readonly helps: boolean;
  /**
   * Permission to start a task now; always given if absent, and always to one worker of a pool.
   */
  mayStart?(): boolean;
  run(task: T): Promise<R>;
  /** Called when no task is left; returns a result if the worker failed to end properly. */
  end(): Promise<R | undefined>;
}

/** How a worker spent its time. */
export interface WorkerTime {
  readonly name: string;
  readonly tasks: number;
  /** Time spent on tasks, in ms. */
  readonly busyMs: number;
  /** Time until its last task ended and its pool had none left, in ms. */
  readonly totalMs: number;
}

export interface QueueRun<R> {
  readonly results: readonly R[];
  readonly workers: readonly WorkerTime[];
}

/**
 * Runs all tasks: a free worker takes the longest of the tasks that it accepts and that are ready.
 * `failGroup` creates the result of a group that never became ready. No task starts after `stop`.
 */
export async function runQueue<T extends { readonly expectedMs: number }, R>(
  groups: readonly TaskGroup<T>[],
  workers: readonly Worker<T, R>[],
  failGroup: (group: TaskGroup<T>, error: unknown) => R,
  stop: AbortSignal,
): Promise<QueueRun<R>> {
  const results: R[] = [];
  let left: readonly T[] = [];
  const pending = new Set<Promise<void>>();
  for (const group of groups) {
    const opened = group.ready
      .then(
        () => {
          const all = [...left, ...group.tasks];
          left = all.sort((one, other) => other.expectedMs - one.expectedMs);
        },
        (error: unknown) => void results.push(failGroup(group, error)),
      )
      .finally(() => pending.delete(opened));
    pending.add(opened);
  }
  const began = performance.now();

  const nextFor = async (worker: Worker<T, R>): Promise<T | undefined> => {
    while (!stop.aborted) {
      const own = left.find((one) => worker.accepts(one));
      const task = own ?? (worker.helps && pending.size === 0 ? left[0] : undefined);
      if (task !== undefined && worker.mayStart?.() === false) {
        await waitFixedTime(lookEveryMs);
        continue;
      }
      if (task !== undefined) {
        left = left.filter((one) => one !== task);
        return task;
      }
      if (pending.size === 0) return undefined;
      await Promise.race(pending);
    }
    return undefined;
  };

  const work = async (worker: Worker<T, R>): Promise<WorkerTime> => {
    let [tasks, busyMs] = [0, 0];
    for (let task = await nextFor(worker); task !== undefined; task = await nextFor(worker)) {
      const at = performance.now();
      results.push(await worker.run(task));
      busyMs += performance.now() - at;
      tasks += 1;
    }
    const totalMs = performance.now() - began;
    const ending = await worker.end();
    if (ending !== undefined) results.push(ending);
    return { name: worker.name, tasks, busyMs, totalMs };
  };

  const times = await Promise.all(workers.map(work));
  return { results, workers: times };
}
