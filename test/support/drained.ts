/** Runs a job that stops between portions to its end. */
export function drained<Result>(job: Iterator<unknown, Result>): Result {
  for (;;) {
    const step = job.next();
    if (step.done === true) return step.value;
  }
}
