import { grantLimits } from '../../text/grantLimits';
import { shownDigestSchema } from '../control';
import * as z from '../schema';

const text = (length: number) => z.string().check(z.minLength(1), z.maxLength(length));
const folder = () => text(4_096);
const id = () => text(100);

/** The requests that a grant allows. Folders are absolute paths. */
export const grantRuleSchema = z.lazyUnion('kind', () => [
  /** Exactly this command line, in this working folder. */
  z.object({ kind: z.literal('command'), command: text(2_000), cwd: folder() }),
  /** Commands that begin with these words, in this working folder. */
  z.object({
    kind: z.literal('beginning'),
    words: z.array(text(200)).check(z.minLength(1), z.maxLength(grantLimits.words)),
    cwd: folder(),
  }),
  /** Calls of one tool that name a file in this folder or below. */
  z.object({ kind: z.literal('folder'), tool: text(100), folder: folder() }),
]);
export type GrantRule = z.infer<typeof grantRuleSchema>;

export const grantScopes = ['session', 'project'] as const;
export type GrantScope = (typeof grantScopes)[number];

/** Fields of a grant that a person signs. */
export const grantTermsFields = () => ({
  rule: grantRuleSchema,
  /** `session`: ends with the session. `project`: for all sessions of the project on this machine. */
  scope: z.enum(grantScopes),
  /** Project folder of the session, as its card has it. */
  project: folder(),
  /** Duration in ms, by the hub's clock; absent: until the end of the session, see `maxMs`. */
  ms: z.optional(
    z.number().check(z.int(), z.minimum(grantLimits.minMs), z.maximum(grantLimits.maxMs)),
  ),
  /** Number of requests that it allows, the one at hand included; absent if not limited. */
  uses: z.optional(z.number().check(z.int(), z.positive(), z.maximum(grantLimits.maxUses))),
  /** True if it also allows requests of subagents. */
  subagents: z.optional(z.boolean()),
});
export const grantTermsSchema = z.lazyObject(grantTermsFields);
export type GrantTerms = z.infer<typeof grantTermsSchema>;

/**
 * `POST /api/live/sessions/:id/grant`, signed: allows the held request at hand, and later ones by
 * its rule, which must be one of the `grantChoices` of the request. Refused for the same reasons
 * as a decision, and without `ms` for the scope `project`.
 */
export const giveGrantSchema = z.lazyObject(() => ({
  /** The `id` of the call that is held for the request. */
  call: id(),
  /** Digest of the complete request as it was shown. */
  shown: shownDigestSchema,
  window: id(),
  ...grantTermsFields(),
}));
export type GiveGrantIntent = z.infer<typeof giveGrantSchema>;

/** Answer to `giveGrant`: the grant's id, and the outcome for the request at hand. */
export const givenGrantSchema = z.lazyObject(() => ({
  grant: z.string(),
  outcome: z.enum(['accepted', 'elsewhere', 'written']),
}));

/** Reasons for which a grant ended by itself or by a person. */
export const grantEndings = [
  'time',
  'uses',
  'session',
  /** Its key is not valid any more, or may not answer any more. */
  'key',
  /** Answering was switched off for its project. */
  'control',
  /** Its folder was moved, replaced or deleted. */
  'folder',
  'person',
] as const;
export type GrantEnding = (typeof grantEndings)[number];

/** A rule on a card; its kind may come from a newer version. */
const shownRuleSchema = z.lazyObject(() => ({
  kind: z.string(),
  command: z.optional(z.string()),
  words: z.optional(z.array(z.string())),
  cwd: z.optional(z.string()),
  tool: z.optional(z.string()),
  folder: z.optional(z.string()),
}));
export type ShownGrantRule = z.infer<typeof shownRuleSchema>;

/** A grant as it is shown. Times are in ms since 1970 by the hub's clock. */
export const grantCardSchema = z.lazyObject(() => ({
  id: z.string(),
  /** Its session; absent for a grant of a project. */
  sessionId: z.optional(z.string()),
  /** Folder of the project. */
  project: z.string(),
  rule: shownRuleSchema,
  /** The rule in short, the same in every language, such as `npm test …`. */
  words: z.string(),
  /** Time at which it ends at the latest. */
  until: z.number(),
  /** True if no time was chosen: it ends with its session. */
  untilSessionEnds: z.optional(z.boolean()),
  /** Absent if its uses are not limited. */
  usesLeft: z.optional(z.number()),
  /** Number of requests that it has allowed. */
  used: z.number(),
  subagents: z.optional(z.boolean()),
  /** Name of the window or phone that gave it. */
  by: z.string(),
  givenAt: z.number(),
  /** Set for a while after it ended by itself; `reason` is a `GrantEnding` or newer. */
  ended: z.optional(z.object({ at: z.number(), reason: z.string() })),
}));
export type GrantCard = z.infer<typeof grantCardSchema>;

/**
 * Field of a card with the grants that apply to its session, and of the summary with all grants of
 * this machine; those that have just ended are included. Absent if there are none.
 */
export const grantsField = () => ({ grants: z.optional(z.array(grantCardSchema)) });

/** Fields of the summary. `hasGrantUses`: true if the ledger has lines. */
export const summaryGrants = () => ({ ...grantsField(), hasGrantUses: z.optional(z.boolean()) });

/** `GET /api/live/grants/uses`: lines of the ledger, newest first. */
export const grantUsesQuerySchema = z.lazyObject(() => ({
  /** Only those of this session. */
  session: z.optional(z.string().check(z.maxLength(300))),
  /** Number of newest lines to leave out, in decimal digits. */
  skip: z.optional(z.string().check(z.regex(/^\d{1,7}$/u))),
}));
export type GrantUsesQuery = z.infer<typeof grantUsesQuerySchema>;

/** A line of the ledger: a request that a grant allowed. */
export const grantUseSchema = z.lazyObject(() => ({
  /** Time in ms since 1970. */
  at: z.number(),
  session: z.string(),
  /** Id of the call that was held for the request. */
  call: z.string(),
  grant: z.string(),
  /** The grant's rule in short, as in its card. */
  words: z.string(),
  tool: z.string(),
  /** The command or file that was allowed. */
  what: z.string(),
  /** Name of the window or phone that gave the grant, and the name of its key. */
  by: z.string(),
  key: z.string(),
  /** Set for a request of a subagent. */
  agent: z.optional(z.string()),
  /** True if the answer did not reach the client. */
  lost: z.optional(z.boolean()),
}));
export type GrantUse = z.infer<typeof grantUseSchema>;

export const grantUsesSchema = z.lazyObject(() => ({
  uses: z.array(grantUseSchema),
  /** True if there are older lines. */
  more: z.optional(z.boolean()),
}));
export type GrantUses = z.infer<typeof grantUsesSchema>;
