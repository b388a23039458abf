import * as z from './schema';

/** What a window is told of the hub itself. */
export const lifeNewsSchema = z.lazyObject(() => ({
  /** Version of the extension that the hub is of; absent where nobody has told it. */
  release: z.optional(z.string().check(z.maxLength(100))),
  /** True for a process of its own that a window has started: it ends by itself, or when a window says so. */
  outlives: z.boolean(),
  /** Process id of the hub. */
  pid: z.number().check(z.int()),
  /** Number of windows that are connected, this one among them. */
  windows: z.number().check(z.int(), z.nonnegative()),
}));
export type LifeNews = z.infer<typeof lifeNewsSchema>;
