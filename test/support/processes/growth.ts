/** Minimum processor time, in ms, of a run that can count as too slow. */
const floorMs = 150;
/**
 * Factor between two lengths: linear work takes this many times as long, quadratic work its square.
 */
const step = 4;
/** Halfway between the two, which leaves room for garbage collection and compilation. */
const mostGrowth = 9;
const shortest = 1_000;

/**
 * Runs a job on longer and longer inputs. Returns the length at which its time grew much faster
 * than the input; undefined if it never did. Measures processor time, which other processes do not
 * affect, and stops at the first length that takes long, so that the worst case takes seconds.
 */
export function overgrowth(
  work: (length: number) => void,
  longest: number,
): { readonly length: number; readonly ms: number; readonly before: number } | undefined {
  let before = spent(work, shortest);
  for (let length = shortest * step; length <= longest; length *= step) {
    let ms = spent(work, length);
    // Repeated up to twice, as another thread of this process may have been busy.
    for (let tries = 0; tries < 2 && grewTooMuch(before, ms); tries += 1) {
      before = Math.max(before, spent(work, length / step));
      ms = Math.min(ms, spent(work, length));
    }
    if (grewTooMuch(before, ms)) return { length, ms, before };
    before = ms;
  }
  return undefined;
}

function grewTooMuch(before: number, ms: number): boolean {
  return ms > floorMs && ms > before * mostGrowth;
}

/** Processor time in ms. */
function spent(work: (length: number) => void, length: number): number {
  const from = process.cpuUsage();
  work(length);
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000;
}
