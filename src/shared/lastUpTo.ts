/** The last element of a sorted list that is not behind a place; undefined where all are. */
export function lastUpTo<T>(sorted: readonly T[], isBehind: (one: T) => boolean): T | undefined {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const one = sorted[middle];
    if (one !== undefined && isBehind(one)) to = middle;
    else from = middle + 1;
  }
  return sorted[from - 1];
}
