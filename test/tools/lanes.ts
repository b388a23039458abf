/**
 * Works off the tasks in two lanes, one from each end, until they meet; gives back what came of
 * them in their order. The lane that begins with the first is the `live` one. No task is begun any
 * more once `stop` is aborted.
 */
export async function inTwoLanes<T, R>(
  tasks: readonly T[],
  run: (task: T, live: boolean) => Promise<R>,
  stop: AbortSignal,
): Promise<readonly R[]> {
  const left = [...tasks.entries()];
  const done = new Map<number, R>();
  const work = async (live: boolean): Promise<void> => {
    while (!stop.aborted) {
      const next = live ? left.shift() : left.pop();
      if (next === undefined) return;
      const [place, task] = next;
      done.set(place, await run(task, live));
    }
  };
  await Promise.all([work(true), work(false)]);
  return [...done].sort(([one], [other]) => one - other).map(([, result]) => result);
}

/** Deals as cards are dealt, so that neighbours, which are alike, come into different hands. */
export function deal<T>(items: readonly T[], hands: number): readonly (readonly T[])[] {
  const dealt = Array.from({ length: hands }, (_, hand) =>
    items.filter((_item, index) => index % hands === hand),
  );
  return dealt.filter((hand) => hand.length > 0);
}
