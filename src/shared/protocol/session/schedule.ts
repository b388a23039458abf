import * as z from '../schema';

/**
 * A run that the client starts by itself: a scheduled job, or a wake-up that its agent requested.
 */
const scheduledRunSchema = z.lazyObject(() => ({
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

/** A scheduled run that was due and did not come. */
const missedRunSchema = z.lazyObject(() => ({
  id: z.string(),
  /** Time at which it was due. */
  dueAt: z.string(),
  /** Start of the prompt that it would have sent. */
  prompt: z.string(),
  recurring: z.boolean(),
  /**
   * `closed`: the session's client was closed; `asleep`: the computer was asleep. Absent if unknown;
   * a newer version may send a different reason.
   */
  why: z.optional(z.string()),
}));
export type MissedRunCard = z.infer<typeof missedRunSchema>;

/** Fields of a card with the runs that its client starts by itself. */
export const cardSchedule = () => ({
  /** Coming runs, the next one first; absent if there are none. */
  schedule: z.optional(z.array(scheduledRunSchema)),
  /** Missed runs, the first one first; absent if there are none. */
  missed: z.optional(z.array(missedRunSchema)),
});
