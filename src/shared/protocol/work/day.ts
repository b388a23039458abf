import { sessionMachineSchema } from '../machines/machineNews';
import { spanKinds } from '../protocol';
import * as z from '../schema';

/** `2026-03-02`. */
export const daySchema = z.lazy(() => z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)));

/**
 * `GET /api/live/day?day=2026-03-02`: a day in the hub's time zone; today if `day` is absent. A
 * desk in a different time zone gives the range by `from` and `to`.
 */
export const dayQuerySchema = z.lazyObject(() => ({
  day: z.optional(daySchema),
  from: z.optional(z.string().check(z.maxLength(40))),
  to: z.optional(z.string().check(z.maxLength(40))),
}));

/** Report on the sessions of a day. Durations are in ms. */
export const dayReportSchema = z.lazyObject(() => ({
  day: z.string(),
  /** Days with a record, oldest first. */
  days: z.array(z.string()),
  /** Start of the day. */
  from: z.string(),
  /** End of the day, or now. */
  to: z.string(),
  /** Total times during which sessions waited for a person, and during which they ran. */
  blockedMs: z.number(),
  runningMs: z.number(),
  /** Number of calls that auto mode blocked; absent if none. */
  blockedCalls: z.optional(z.number().check(z.int())),
  /** Number of requests that grants allowed; absent if none. */
  allowedCalls: z.optional(z.number().check(z.int())),
  /** Names of machines whose report is missing; absent if none is. */
  missing: z.optional(z.array(z.string())),
  /** Sessions in order of their start. */
  lanes: z.array(
    z.object({
      sessionId: z.string(),
      title: z.string(),
      projectName: z.string(),
      /** The session's machine; absent for this machine. */
      machine: z.optional(sessionMachineSchema),
      blockedMs: z.number(),
      runningMs: z.number(),
      blockedCalls: z.optional(z.number().check(z.int())),
      allowedCalls: z.optional(z.number().check(z.int())),
      stretches: z.array(z.object({ from: z.string(), to: z.string(), kind: z.enum(spanKinds) })),
    }),
  ),
}));
export type DayReport = z.infer<typeof dayReportSchema>;
