import * as z from '../schema';

/** A call that auto mode kept from running. */
export const blockedCallSchema = z.lazyObject(() => ({
  id: z.string(),
  at: z.string(),
  toolName: z.string(),
  /** The beginning of its input. */
  toolInput: z.optional(z.unknown()),
  /** The whole command of a shell, where the call has not run since. */
  command: z.optional(z.string()),
  /** Words of the check; empty where nobody told them. */
  reason: z.string(),
  /** Set for a call of a subagent. */
  agentType: z.optional(z.string()),
  /** When the same call ran after all. */
  ranAt: z.optional(z.string()),
  /** True where it has not run since, and no prompt of a person came after it. */
  open: z.optional(z.boolean()),
}));
export type BlockedCallCard = z.infer<typeof blockedCallSchema>;

/** Calls of a session that auto mode kept from running. */
export const blockedCallsSchema = z.lazyObject(() => ({
  /** Calls of the whole session. */
  count: z.number().check(z.int()),
  /** Calls since a person's last prompt that have not run since. */
  open: z.number().check(z.int()),
  /** The newest calls, the last one first. */
  calls: z.array(blockedCallSchema),
}));
export type BlockedCallsCard = z.infer<typeof blockedCallsSchema>;

/** Where the client asks because auto mode blocked calls in a row. */
export const askedAfterSchema = z.lazyObject(() => ({
  /** The request's own call included. */
  count: z.number().check(z.int()),
  /** Words of the check about the call before; empty where nobody told them. */
  reason: z.string(),
}));
export type AskedAfter = z.infer<typeof askedAfterSchema>;
