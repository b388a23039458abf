/** A machine that is suspended, or that gives its processors to others, takes at most this much of a limit, in ms. */
const sliceMs = 200;

/**
 * Calls `act` once this process has run for `ms`. A timer alone ends after a freeze of the machine
 * before the answer is read that came in the meantime; here only slices in which the loop turned
 * count. Gives back what calls it off.
 */
export function afterRunning(ms: number, act: () => void): () => void {
  let left = ms;
  let timer: NodeJS.Timeout;
  const next = (): void => {
    const slice = Math.min(left, sliceMs);
    timer = setTimeout(() => {
      left -= slice;
      if (left > 0) next();
      else act();
    }, slice);
  };
  next();
  return () => clearTimeout(timer);
}
