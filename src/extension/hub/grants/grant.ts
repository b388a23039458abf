import { sealSchema } from '../../../shared/protocol/keys';
import { shownDigestSchema } from '../../../shared/protocol/control';
import * as z from '../../../shared/protocol/schema';
import {
  grantTermsFields,
  type GrantCard,
  type GrantRule,
} from '../../../shared/protocol/work/grants';
import { grantWords } from '../../../shared/request/grantText';
import { grantLimits } from '../../../shared/text/grantLimits';

const placeSchema = z.object({ real: z.string(), identity: z.string() });

/** A grant as `grants.json` stores it. */
export const grantSchema = z.object({
  /**
   * Id of the call with which it was given. It equals the signed field `call`, so a copy under
   * another id is invalid.
   */
  id: z.string(),
  /** Session in which it was given; with the scope `session`, the only one that it applies to. */
  sessionId: z.string(),
  /** The session's process; absent if it is not known. */
  pid: z.optional(z.number()),
  projectPlace: placeSchema,
  /** Folder of the rule. */
  place: placeSchema,
  /** The fields that a person signed, and the name of the hub for which they were signed. */
  ...grantTermsFields(),
  call: z.string(),
  shown: shownDigestSchema,
  window: z.string(),
  hub: z.string(),
  seal: sealSchema,
  /** Name of the window or phone. */
  by: z.string(),
  givenAt: z.number(),
  until: z.number(),
  uptimeAt: z.number(),
  /** Host and boot for which it is valid. */
  host: z.string(),
  boot: z.object({ id: z.optional(z.string()), at: z.number() }),
  /** Number of requests that it has allowed. */
  used: z.number().check(z.int(), z.nonnegative()),
});
export type Grant = z.infer<typeof grantSchema>;

/** The request by which the grant was given, which its seal covers; absent fields are not part of it. */
export function signedBody(grant: Grant): object {
  const { call, shown, window, rule, scope, project, ms, uses, subagents } = grant;
  return { call, shown, window, rule, scope, project, ms, uses, subagents };
}

/** Folder that the rule names. */
export function ruleFolder(rule: GrantRule): string {
  return rule.kind === 'folder' ? rule.folder : rule.cwd;
}

/** Number of requests that the grant can still allow. */
export function usesLeft({ uses = grantLimits.maxUses, used }: Grant): number {
  return Math.max(0, uses - used);
}

/** The grant's rule with the real path of its folder, with which calls are compared. */
function shownRule({ rule, place }: Grant): Grant['rule'] {
  return rule.kind === 'folder' ? { ...rule, folder: place.real } : { ...rule, cwd: place.real };
}

export function describeRule(grant: Grant): string {
  return grantWords(shownRule(grant));
}

export function cardOf(grant: Grant, ended?: GrantCard['ended']): GrantCard {
  const { id, sessionId, project, scope, ms, uses, subagents, by, givenAt, until, used } = grant;
  return {
    id,
    ...(scope === 'session' && { sessionId }),
    project,
    rule: shownRule(grant),
    words: describeRule(grant),
    until,
    ...(ms === undefined && { untilSessionEnds: true }),
    ...(uses !== undefined && { usesLeft: usesLeft(grant) }),
    used,
    ...(subagents === true && { subagents }),
    by,
    givenAt,
    ...(ended && { ended }),
  };
}
