/**
 * Works off the tasks in two lanes, one from each end, until they meet; gives back what came of
 * them in their order. No task is begun any more once `stop` is aborted.
 */
export async function inTwoLanes<T, R>(
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
  await Promise.all([work(() => left.shift()), work(() => left.pop())]);
  return [...done].sort(([one], [other]) => one - other).map(([, result]) => result);
}
