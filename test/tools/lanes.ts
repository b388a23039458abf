/** Lanes that work a line off from each of its ends. */
export const lanesAtEachEnd = 2;

/**
 * Works off the tasks in lanes, half of them from each end, until they meet; gives back what came of
 * the tasks in their order. No task is begun any more once `stop` is aborted.
 */
export async function inLanes<T, R>(
  tasks: readonly T[],
  run: (task: T) => Promise<R>,
  stop: AbortSignal,
): Promise<readonly R[]> {
  const left = [...tasks.entries()];
  const done = new Map<number, R>();
  const work = async (next: () => [number, T] | undefined): Promise<void> => {
    for (let task = next(); task !== undefined && !stop.aborted; task = next()) {
      done.set(task[0], await run(task[1]));
    }
  };
  const ends = [() => left.shift(), () => left.pop()];
  const lanes = Array.from({ length: lanesAtEachEnd }, () => ends.map(work));
  await Promise.all(lanes.flat());
  return [...done].sort(([one], [other]) => one - other).map(([, result]) => result);
}
