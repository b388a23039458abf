import * as z from '../schema';

/**
 * A run that the client starts by itself: a scheduled job, or a wake-up that its agent requested.
 */
export const scheduledRunSchema = z.lazyObject(() => ({
  id: z.string(),
  /** Next start. */
  dueAt: z.string(),
  /** Start of the prompt that it sends. */
  prompt: z.string(),
  recurring: z.boolean(),
  /**
   * True for a wake-up that the agent requested, which Escape at the session's prompt cancels;
   * false for a job.
   */
  wakeup: z.optional(z.boolean()),
  /** True if it is stored in a file of the project and outlives the session. */
  durable: z.optional(z.boolean()),
}));
export type ScheduledRunCard = z.infer<typeof scheduledRunSchema>;
