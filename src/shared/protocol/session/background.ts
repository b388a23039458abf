import * as z from '../schema';

/** A session that Claude Code runs in the background, without a terminal. */
export const backgroundJobSchema = z.lazyObject(() => ({
  /** Argument of `claude attach`, which attaches it to a terminal. */
  jobId: z.string(),
  name: z.optional(z.string()),
  /** Its activity, as Claude Code describes it. */
  detail: z.optional(z.string()),
  /** What it needs from a person, as Claude Code describes it. */
  needs: z.optional(z.string()),
}));
export type BackgroundJob = z.infer<typeof backgroundJobSchema>;
