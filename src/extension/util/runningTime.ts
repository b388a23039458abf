/**
 * Length in ms of a time slice. However long the process is suspended, only one slice of the limit
 * passes.
 */
const sliceMs = 200;
/** Length in ms of the slices at the start of a long limit, which wake the process less often. */
const longSliceMs = 2_000;

/**
 * Calls `act` after this process has been running for `ms`. After the machine was suspended, a
 * plain timer would fire before the answer that has arrived meanwhile is read. Here only slices in
 * which the event loop ran are counted, and a suspension shortly before the end adds one slice.
 * Returns a function that cancels it.
 */
export function afterRunning(ms: number, act: () => void): () => void {
  let left = ms;
  let wasExtended = false;
  let timer: NodeJS.Timeout;
  const startSlice = (slice: number): void => {
    const from = performance.now();
    timer = setTimeout(() => {
      left -= slice;
      const wasSuspended = performance.now() - from > slice + sliceMs;
      if (wasSuspended && left < sliceMs && !wasExtended) {
        wasExtended = true; // Only once, so that the limit also expires in a thread that is always busy.
        left = sliceMs;
      }
      if (left > 0) startSlice(sliceOf(left));
      else act();
    }, slice);
  };
  startSlice(sliceOf(left));
  return () => clearTimeout(timer);
}

function sliceOf(left: number): number {
  return left > 2 * longSliceMs ? longSliceMs : Math.min(left, sliceMs);
}
