/** Lanes that work a line off from each of its ends. */
export const lanesAtEachEnd = 2;

/** What a lane did with its time, in ms since the lanes began. */
export interface LaneTime {
  /** Spent on tasks; the rest it stood idle. */
  readonly busyMs: number;
  readonly tasks: number;
}

export interface LanesRun<R> {
  readonly results: readonly R[];
  readonly lanes: readonly LaneTime[];
  readonly lanesMs: number;
}

/**
 * Works off the tasks in lanes, half of them from each end, until they meet; gives back what came of
 * the tasks in their order. No task is begun any more once `stop` is aborted.
 */
export async function inLanes<T, R>(
  tasks: readonly T[],
  run: (task: T) => Promise<R>,
  stop: AbortSignal,
): Promise<LanesRun<R>> {
  const left = [...tasks.entries()];
  const done = new Map<number, R>();
  const began = performance.now();
  const work = async (next: () => [number, T] | undefined): Promise<LaneTime> => {
    let [busyMs, tasks] = [0, 0];
    for (let task = next(); task !== undefined && !stop.aborted; task = next()) {
      const at = performance.now();
      done.set(task[0], await run(task[1]));
      busyMs += performance.now() - at;
      tasks += 1;
    }
    return { busyMs, tasks };
  };
  const ends = [() => left.shift(), () => left.pop()];
  const lanes = Array.from({ length: lanesAtEachEnd }, () => ends.map(work));
  const times = await Promise.all(lanes.flat());
  const results = [...done].sort(([one], [other]) => one - other).map(([, result]) => result);
  return { results, lanes: times, lanesMs: performance.now() - began };
}
