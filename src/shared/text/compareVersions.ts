/** Negative if `left` is older. Compares the three leading numbers of each. */
export function compareVersions(left: string, right: string): number {
  const [lefts, rights] = [left, right].map((version) => version.split(/[.+-]/).map(Number));
  for (let index = 0; index < 3; index++) {
    const difference = (lefts?.[index] ?? 0) - (rights?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
