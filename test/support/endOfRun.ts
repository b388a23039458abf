import './lateOptimizing';

const endings: (() => Promise<void>)[] = [];

/**
 * Registers what ends something that this process keeps for all its test files, and that would keep
 * it alive. A worker process of a parallel run is ended from outside, and must not depend on it.
 */
export function atEndOfRun(end: () => Promise<void>): void {
  endings.push(end);
}

/** Mocha calls this by its name after the last test file of a process that runs them all. */
export async function mochaGlobalTeardown(): Promise<void> {
  await Promise.all(endings.splice(0).map((end) => end()));
}
