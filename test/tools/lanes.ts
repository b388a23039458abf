/** Tasks, and the ends at which lanes take from them: two lanes go on until they meet. */
export interface Line<T> {
  readonly tasks: readonly T[];
  readonly lanes: readonly ('front' | 'back')[];
}

/**
 * Works off all lines at once, each lane one task after the other; gives back what came of them in
 * their order. The first lane of all is the `live` one. No task is begun any more once `stop` is
 * aborted.
 */
export async function workOff<T, R>(
  lines: readonly Line<T>[],
  run: (task: T, live: boolean) => Promise<R>,
  stop: AbortSignal,
): Promise<readonly R[]> {
  let places = 0;
  const done = new Map<number, R>();
  const begun = lines
    .filter(({ tasks }) => tasks.length > 0)
    .flatMap(({ tasks, lanes }, lineNumber) => {
      const line = tasks.map((task) => ({ task, place: places++ }));
      return lanes.map(async (end, laneNumber) => {
        while (!stop.aborted) {
          const next = end === 'front' ? line.shift() : line.pop();
          if (next === undefined) return;
          done.set(next.place, await run(next.task, lineNumber + laneNumber === 0));
        }
      });
    });
  await Promise.all(begun);
  return [...done].sort(([one], [other]) => one - other).map(([, result]) => result);
}

/** Deals as cards are dealt, so that neighbours, which are alike, come into different hands. */
export function deal<T>(items: readonly T[], hands: number): readonly (readonly T[])[] {
  const dealt = Array.from({ length: hands }, (_, hand) =>
    items.filter((_item, index) => index % hands === hand),
  );
  return dealt.filter((hand) => hand.length > 0);
}
