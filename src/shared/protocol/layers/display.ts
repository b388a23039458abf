import { labelSchema } from '../label';
import * as z from '../schema';

export const displayIcons = [
  'archive',
  'book',
  'branch',
  'check',
  'circle',
  'clock',
  'commit',
  'database',
  'error',
  'export',
  'file',
  'flask',
  'globe',
  'merge',
  'package',
  'pencil',
  'pull-request',
  'push',
  'rocket',
  'star',
  'tag',
  'tools',
  'warning',
] as const;
export const displayTones = ['red', 'amber', 'green', 'blue', 'gray'] as const;

/** Maximum lengths of a layer's texts, in characters, and number of badges. */
export const displayLimits = { label: 80, badge: 24, badges: 4, detail: 300 } as const;

const look = () => ({
  icon: z.optional(z.enum(displayIcons)),
  tone: z.optional(z.enum(displayTones)),
});

export const badgeSchema = z.lazyObject(() => ({
  text: labelSchema,
  ...look(),
  tooltip: z.optional(labelSchema),
  /** An https URL that only a click opens. */
  href: z.optional(z.string()),
}));
export type DisplayBadge = z.infer<typeof badgeSchema>;

export const displaySchema = z.lazyObject(() => ({
  /** Id of the layer that provides the label or, without a label, the first badge. */
  layer: z.string(),
  /** Name of the rule, if the layer is the person's rules. */
  rule: z.optional(z.string()),
  /**
   * Absent if the state's text is shown: during a turn, and for a request, a question or a plan.
   */
  label: z.optional(labelSchema),
  ...look(),
  urgency: z.optional(z.literal([-1, 0, 1])),
  badges: z.array(badgeSchema),
  detail: z.optional(labelSchema),
  /** The reason for the label and its time, for Why. */
  because: z.optional(z.object({ text: z.string(), at: z.optional(z.string()) })),
}));
/** The combined labels of all layers for a session, as every view shows them. */
export type Display = z.infer<typeof displaySchema>;

/** Fields of a pull request that require a network request. */
export const pullNewsFields = () => ({
  state: z.optional(z.enum(['draft', 'open', 'merged', 'closed'])),
  review: z.optional(z.enum(['approved', 'changes_requested', 'required'])),
  checks: z.optional(z.enum(['passing', 'failing', 'pending'])),
});

export const pullStateSchema = z.lazyObject(() => ({
  number: z.number().check(z.int()),
  url: z.string(),
  repository: z.optional(z.string()),
  ...pullNewsFields(),
}));
export type PullState = z.infer<typeof pullStateSchema>;

export const outcomeSchema = z.lazyObject(() => ({
  commits: z.number().check(z.int()),
  /** Branch that was pushed last. */
  pushed: z.optional(z.string()),
  /** Oldest first; at most 4. */
  pulls: z.array(pullStateSchema),
  tests: z.optional(
    z.object({
      ok: z.boolean(),
      passed: z.optional(z.number()),
      failed: z.optional(z.number()),
      /** True if a file changed after the run. */
      stale: z.boolean(),
    }),
  ),
  /** Time of the latest of these results, ISO 8601 in UTC. */
  at: z.string(),
}));
/**
 * The results of a session's work, independent of layers: for filters, the digest and the menus.
 */
export type SessionOutcome = z.infer<typeof outcomeSchema>;

export const repositorySchema = z.lazyObject(() => ({
  branch: z.optional(z.string()),
  worktree: z.optional(z.string()),
  upstream: z.optional(z.string()),
  ahead: z.optional(z.number().check(z.int())),
  behind: z.optional(z.number().check(z.int())),
  uncommitted: z.optional(z.number().check(z.int())),
}));
/** The repository of a session's folder; see `Repository` of the extension interface. */
export type RepositoryState = z.infer<typeof repositorySchema>;

/** Fields of a card about its session's results. */
export const cardOutcome = () => ({
  display: z.optional(displaySchema),
  outcome: z.optional(outcomeSchema),
  repository: z.optional(repositorySchema),
  /** True if the session came to rest and nobody has looked at it since. */
  unseen: z.optional(z.boolean()),
});
