/**
 * Binary search for the last element of a sorted list for which `isBehind` is false; undefined if
 * it is true for all.
 */
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
