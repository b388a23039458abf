import * as z from './schema';

/** State of the hub itself, sent to windows. */
export const lifeNewsSchema = z.lazyObject(() => ({
  /** Version of the hub's extension; absent if unknown. */
  release: z.optional(z.string().check(z.maxLength(100))),
  /**
   * True for a separate process that a window started: it ends by itself, or when a window requests
   * it.
   */
  outlives: z.boolean(),
  /** Process id of the hub. */
  pid: z.number().check(z.int()),
  /** Number of connected windows, including this one. */
  windows: z.number().check(z.int(), z.nonnegative()),
}));
export type LifeNews = z.infer<typeof lifeNewsSchema>;
