/**
 * Environment variables that limit the C library's memory in a program that runs for long: by
 * default it keeps a heap for each thread, and each freed large buffer raises the thresholds, in
 * bytes, for returning memory. The values are the initial thresholds.
 */
export const smallHeaps = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
