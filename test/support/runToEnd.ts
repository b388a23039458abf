/** Runs an incremental job to completion. */
export function runToEnd<Result>(job: Iterator<unknown, Result>): Result {
  for (;;) {
    const step = job.next();
    if (step.done === true) return step.value;
  }
}
