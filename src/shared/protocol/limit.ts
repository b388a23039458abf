import * as z from './schema';

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
