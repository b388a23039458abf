import './lateOptimizing';

const endings: (() => Promise<void>)[] = [];

/**
 * Registers a cleanup for a resource that all test files of this process share and that would keep
 * it alive. Worker processes of a parallel run are ended from outside and must not depend on it.
 */
export function atEndOfRun(end: () => Promise<void>): void {
  endings.push(end);
}

/** Mocha calls this by its name after the last test file of a process that runs them all. */
export async function mochaGlobalTeardown(): Promise<void> {
  await Promise.all(endings.splice(0).map((end) => end()));
}
