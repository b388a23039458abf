import * as z from '../schema';

/** A run that the client begins by itself: of a scheduled job, or of a wake-up that its agent asked for. */
export const scheduledRunSchema = z.lazyObject(() => ({
  id: z.string(),
  /** Next start. */
  dueAt: z.string(),
  /** Beginning of the prompt that starts it. */
  prompt: z.string(),
  recurring: z.boolean(),
  /** True where Escape at the session's prompt calls it off: its agent asked for it, and no job does. */
  wakeup: z.optional(z.boolean()),
  /** True where it outlives its session, in a file of the project. */
  durable: z.optional(z.boolean()),
}));
export type ScheduledRunCard = z.infer<typeof scheduledRunSchema>;
