/** A machine that is suspended, or that gives its processors to others, takes at most a slice of a limit, in ms. */
const sliceMs = 200;
/** The beginning of a long limit is counted in larger ones, in ms: each slice wakes the process. */
const longSliceMs = 2_000;

/**
 * Calls `act` once this process has run for `ms`. A timer alone ends after a freeze of the machine
 * before the answer is read that came in the meantime; here only slices in which the loop turned
 * count, and after a freeze shortly before the end there is one more. Gives back what calls it off.
 */
export function afterRunning(ms: number, act: () => void): () => void {
  let left = ms;
  let wasSpared = false;
  let timer: NodeJS.Timeout;
  const next = (slice: number): void => {
    const from = performance.now();
    timer = setTimeout(() => {
      left -= slice;
      const stoodStill = performance.now() - from > slice + sliceMs;
      if (stoodStill && left < sliceMs && !wasSpared) {
        wasSpared = true; // Once: a thread that is always busy comes to an end, too.
        left = sliceMs;
      }
      if (left > 0) next(sliceOf(left));
      else act();
    }, slice);
  };
  next(sliceOf(left));
  return () => clearTimeout(timer);
}

function sliceOf(left: number): number {
  return left > 2 * longSliceMs ? longSliceMs : Math.min(left, sliceMs);
}
