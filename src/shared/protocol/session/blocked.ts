import * as z from '../schema';

/** A call that auto mode blocked. */
export const blockedCallSchema = z.lazyObject(() => ({
  id: z.string(),
  at: z.string(),
  toolName: z.string(),
  /** The start of its input. */
  toolInput: z.optional(z.unknown()),
  /** The complete command of a shell call; absent once the call has run. */
  command: z.optional(z.string()),
  /** The reason given by auto mode's check; empty if unknown. */
  reason: z.string(),
  /** Set for a call of a subagent. */
  agentType: z.optional(z.string()),
  /** When the same call ran later. */
  ranAt: z.optional(z.string()),
  /** True if it has not run since, and no prompt of a person followed. */
  open: z.optional(z.boolean()),
}));
export type BlockedCallCard = z.infer<typeof blockedCallSchema>;

/** Calls of a session that auto mode blocked. */
export const blockedCallsSchema = z.lazyObject(() => ({
  /** Number of calls in the complete session. */
  count: z.number().check(z.int()),
  /** Number of calls since a person's last prompt that have not run since. */
  open: z.number().check(z.int()),
  /** The latest calls, newest first. */
  calls: z.array(blockedCallSchema),
}));
export type BlockedCallsCard = z.infer<typeof blockedCallsSchema>;

/** Set if the client asks because auto mode blocked several calls in a row. */
export const askedAfterSchema = z.lazyObject(() => ({
  /** Number of blocked calls, including the request's own. */
  count: z.number().check(z.int()),
  /** The reason for the previous call, given by auto mode's check; empty if unknown. */
  reason: z.string(),
}));
export type AskedAfter = z.infer<typeof askedAfterSchema>;
