import * as z from '../schema';

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));

/** `POST /api/live/rules/test`: what the rules say of a session, or of the output of one command. */
export const rulesTestSchema = z.lazyObject(() => ({
  sessionId: z.optional(text(200)),
  pasted: z.optional(
    z.object({
      command: z.string().check(z.maxLength(4_096)),
      output: z.string().check(z.maxLength(100_000)),
      /** Folder whose workspace rules are meant, too. */
      folder: z.optional(text(4_096)),
    }),
  ),
}));
export type RulesTest = z.infer<typeof rulesTestSchema>;

const testedCall = () => ({
  /** The beginning of the call's command, else of its input. */
  call: z.string(),
  at: z.optional(z.string()),
  turn: z.optional(z.number()),
});

export const signalTestSchema = z.lazyObject(() => ({
  origin: z.string(),
  rule: z.string(),
  kind: z.string(),
  /** Tools whose calls it looks at. */
  tools: z.array(z.string()),
  /** Number of such calls, and of those that matched. */
  calls: z.number(),
  matched: z.number(),
  /** The match that came last, with what its expressions captured. */
  last: z.optional(
    z.object({
      ...testedCall(),
      ok: z.optional(z.boolean()),
      data: z.record(z.string(), z.string()),
    }),
  ),
  /** The call that came nearest where none matched, and its first condition that failed. */
  nearest: z.optional(
    z.object({ ...testedCall(), failed: z.enum(['command', 'input', 'output', 'ok']) }),
  ),
  /** The value that the condition asks for. */
  expected: z.optional(z.string()),
}));
/** The outcome of a test of a signal rule. */
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
  /** The first condition that failed; absent where the rule holds. */
  failed: z.optional(
    z.object({ condition: z.enum(labelConditions), expected: z.string(), found: z.string() }),
  ),
  /** Words with their names filled in, as far as the rule holds. */
  label: z.optional(z.string()),
  detail: z.optional(z.string()),
  badges: z.array(z.object({ text: z.string(), href: z.optional(z.string()) })),
  /** Names in braces that nothing fills in. */
  unknown: z.array(z.string()),
  /** Addresses that are no https addresses once they are filled in. */
  noLinks: z.array(z.string()),
  /** True where an earlier rule has given its label already. */
  late: z.boolean(),
  /** Proof, such as the signal that it goes by, and when that came. */
  because: z.optional(z.object({ text: z.string(), at: z.optional(z.string()) })),
}));
/** The outcome of a test of a label rule. */
export type LabelTest = z.infer<typeof labelTestSchema>;

export const rulesReportSchema = z.lazyObject(() => ({
  signals: z.array(signalTestSchema),
  labels: z.array(labelTestSchema),
  /** The state, folder and kinds of signals that the label rules were tested with. */
  state: z.string(),
  project: z.string(),
  kinds: z.array(z.string()),
}));
export type RulesReport = z.infer<typeof rulesReportSchema>;
