import * as z from '../schema';

/** `GET /api/live/files?path=…`: an absolute path on the hub's machine. */
export const fileChangesQuerySchema = z.lazyObject(() => ({
  path: z.string().check(z.minLength(1), z.maxLength(4096)),
}));

export const fileChangesSchema = z.lazyObject(() => ({
  /** The last change by each session on the board that changed the file, newest first. */
  changes: z.array(
    z.object({
      sessionId: z.string(),
      /** ISO 8601; absent if it is unknown. */
      at: z.optional(z.string()),
      /** Number of the human prompt in whose turn the file was changed. */
      turn: z.number().check(z.int()),
      /** True if a subagent changed it. */
      subagent: z.boolean(),
      /** True if a shell command changed it, otherwise an edit tool. */
      command: z.boolean(),
    }),
  ),
}));
export type FileChangesAnswer = z.infer<typeof fileChangesSchema>;
