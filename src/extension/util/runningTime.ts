/** A machine that is suspended, or that gives its processors to others, takes at most this much of a limit, in ms. */
const sliceMs = 200;

/**
 * Calls `act` once this process has run for `ms`. A timer alone ends after a freeze of the machine
 * before the answer is read that came in the meantime; here only slices in which the loop turned
 * count, and after a freeze in the last one there is one more. Gives back what calls it off.
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
      if (left > 0) next(Math.min(left, sliceMs));
      else if (stoodStill && !wasSpared) {
        wasSpared = true; // Once: a thread that is always busy comes to an end, too.
        next(sliceMs);
      } else act();
    }, slice);
  };
  next(Math.min(left, sliceMs));
  return () => clearTimeout(timer);
}
