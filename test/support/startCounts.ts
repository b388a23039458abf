/** Expensive starts and builds of tests that the process table does not show. */
export type Costly = 'hub in the test process' | 'bundle';

export type StartCounts = Readonly<Record<Costly, number>>;

const counts: Record<Costly, number> = { 'hub in the test process': 0, bundle: 0 };

export function countStart(of: Costly): void {
  counts[of] += 1;
}

/** Counts of this process so far. */
export function startsSoFar(): StartCounts {
  return { ...counts };
}
