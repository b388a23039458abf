import * as z from '../schema';

/** A session that Claude Code runs in the background, without a terminal. */
export const backgroundJobSchema = z.lazyObject(() => ({
  /** `claude attach <id>` brings it to a terminal. */
  jobId: z.string(),
  name: z.optional(z.string()),
  /** What it does, in Claude Code's words. */
  detail: z.optional(z.string()),
  /** What it waits for a person to do, in Claude Code's words. */
  needs: z.optional(z.string()),
}));
export type BackgroundJob = z.infer<typeof backgroundJobSchema>;
