import * as z from '../schema';

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));

/**
 * `POST /api/live/rules/test`: the results of the rules for a session, or for the output of one
 * command.
 */
export const rulesTestSchema = z.lazyObject(() => ({
  sessionId: z.optional(text(200)),
  pasted: z.optional(
    z.object({
      command: z.string().check(z.maxLength(4_096)),
      output: z.string().check(z.maxLength(100_000)),
      /** Folder whose workspace rules are tested as well. */
      folder: z.optional(text(4_096)),
    }),
  ),
}));
export type RulesTest = z.infer<typeof rulesTestSchema>;

const testedCall = () => ({
  /** The start of the call's command, or of its input. */
  call: z.string(),
  at: z.optional(z.string()),
  turn: z.optional(z.number()),
});

export const signalTestSchema = z.lazyObject(() => ({
  origin: z.string(),
  rule: z.string(),
  kind: z.string(),
  /** Tools whose calls the rule examines. */
  tools: z.array(z.string()),
  /** Number of these calls, and of those that matched. */
  calls: z.number(),
  matched: z.number(),
  /** The last match, with the values that its expressions captured. */
  last: z.optional(
    z.object({
      ...testedCall(),
      ok: z.optional(z.boolean()),
      data: z.record(z.string(), z.string()),
    }),
  ),
  /**
   * If no call matched, the one that met the most conditions, and its first condition that failed.
   */
  nearest: z.optional(
    z.object({ ...testedCall(), failed: z.enum(['command', 'input', 'output', 'ok']) }),
  ),
  /** The value that the condition expects. */
  expected: z.optional(z.string()),
}));
/** The result of testing a signal rule. */
export type SignalTest = z.infer<typeof signalTestSchema>;

export const labelConditions = [
  'state',
  'project',
  'signal',
  'within',
  'data',
  'ok',
  'not',
] as const;

export const labelTestSchema = z.lazyObject(() => ({
  origin: z.string(),
  rule: z.string(),
  /** The first condition that failed; absent if the rule applies. */
  failed: z.optional(
    z.object({ condition: z.enum(labelConditions), expected: z.string(), found: z.string() }),
  ),
  /** The label's text with its placeholders filled in, as far as possible. */
  label: z.optional(z.string()),
  detail: z.optional(z.string()),
  badges: z.array(z.object({ text: z.string(), href: z.optional(z.string()) })),
  /** Placeholders without a value. */
  unknown: z.array(z.string()),
  /** Links that are not https URLs after their placeholders were filled in. */
  noLinks: z.array(z.string()),
  /** True if an earlier rule already provides the label. */
  late: z.boolean(),
  /** Evidence, such as the signal that the rule matched, and its time. */
  because: z.optional(z.object({ text: z.string(), at: z.optional(z.string()) })),
}));
/** The result of testing a label rule. */
export type LabelTest = z.infer<typeof labelTestSchema>;

export const rulesReportSchema = z.lazyObject(() => ({
  signals: z.array(signalTestSchema),
  labels: z.array(labelTestSchema),
  /** The state, folder and kinds of signals with which the label rules were tested. */
  state: z.string(),
  project: z.string(),
  kinds: z.array(z.string()),
}));
export type RulesReport = z.infer<typeof rulesReportSchema>;
