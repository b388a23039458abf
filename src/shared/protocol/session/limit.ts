import * as z from '../schema';

/** A usage limit of the account, as it stopped a session. */
export const sessionLimitSchema = z.lazyObject(() => ({
  /** When it resets; absent where Claude Code did not say it, or not so that it can be read. */
  resetsAt: z.optional(z.string()),
  /** True where Claude Code said that it continues by itself after the reset. */
  goesOn: z.boolean(),
  /** True while Claude Code asks in its terminal what to do about the limit. */
  asks: z.boolean(),
}));
export type SessionLimit = z.infer<typeof sessionLimitSchema>;

const windowUseSchema = z.lazyObject(() => ({
  /** Used share of the limit: 1 is all of it. */
  used: z.number().check(z.minimum(0), z.maximum(10)),
  resetsAt: z.string().check(z.maxLength(40)),
  /** True where Claude Code warns that the limit is near, or that it is reached. */
  warns: z.optional(z.boolean()),
}));

/**
 * Use of the account's limits as a client told it, which only one without a terminal does. A window is
 * absent where nothing is known of it, or only what was before its last reset.
 */
export const accountLimitsSchema = z.lazyObject(() => ({
  /** When the client told it. */
  at: z.string().check(z.maxLength(40)),
  fiveHour: z.optional(windowUseSchema),
  sevenDay: z.optional(windowUseSchema),
}));
export type AccountLimits = z.infer<typeof accountLimitsSchema>;
