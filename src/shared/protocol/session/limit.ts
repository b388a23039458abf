import * as z from '../schema';

/** A usage limit of the account that stopped a session. */
export const sessionLimitSchema = z.lazyObject(() => ({
  /** When it resets; absent if Claude Code did not report it in a known format. */
  resetsAt: z.optional(z.string()),
  /** True if Claude Code reported that it continues by itself after the reset. */
  goesOn: z.boolean(),
  /** True while Claude Code shows a dialog about the limit in its terminal. */
  asks: z.boolean(),
}));
export type SessionLimit = z.infer<typeof sessionLimitSchema>;

const windowUseSchema = z.lazyObject(() => ({
  /** Used fraction of the limit, from 0 to 1; may exceed 1. */
  used: z.number().check(z.minimum(0), z.maximum(10)),
  resetsAt: z.string().check(z.maxLength(40)),
  /** True while Claude Code warns that the limit is near or reached. */
  warns: z.optional(z.boolean()),
}));

/**
 * Use of an account's limits; Claude Code reports it only without a terminal. A limit is absent if
 * its use since its last reset is unknown.
 */
export const accountLimitsSchema = z.lazyObject(() => ({
  /** The agent whose account it is; absent for Claude Code. */
  agent: z.optional(z.string().check(z.maxLength(40))),
  /** Time of the report. */
  at: z.string().check(z.maxLength(40)),
  fiveHour: z.optional(windowUseSchema),
  sevenDay: z.optional(windowUseSchema),
}));
export type AccountLimits = z.infer<typeof accountLimitsSchema>;
