import { followUpFacts, maxRepeats, minRepeats } from '../../text/followUps';
import * as z from '../schema';

/** Id of a session; absent for the session of the queue itself. */
const sourceSchema = z.lazy(() => z.string().check(z.minLength(1), z.maxLength(300)));
const source = () => ({ of: z.optional(sourceSchema) });

/**
 * Condition under which a queued prompt is sent; such a prompt is a follow-up. It must come true
 * after the follow-up was written or, if it repeats, after it was last sent. The session to which
 * it refers is its source.
 */
export const conditionSchema = z.lazyUnion('kind', () => [
  /** At a time, in ms since 1970. */
  z.object({
    kind: z.literal('time'),
    at: z.number().check(z.int(), z.positive(), z.maximum(8.64e15)),
  }),
  /**
   * The turn of the source has certainly ended: no background work, scheduled run, question or
   * denial is left.
   */
  z.object({ kind: z.literal('finished'), ...source() }),
  /** No process runs the source anymore. */
  z.object({ kind: z.literal('ended'), of: sourceSchema }),
  z.object({ kind: z.literal('fact'), fact: z.enum(followUpFacts), ...source() }),
]);
export type FollowUpCondition = z.infer<typeof conditionSchema>;

/** A condition on a card; its kind or fact may come from a newer version. */
const shownConditionSchema = z.lazyObject(() => ({
  kind: z.string(),
  at: z.optional(z.number()),
  of: z.optional(z.string()),
  fact: z.optional(z.string()),
}));
export type ShownCondition = z.infer<typeof shownConditionSchema>;

/** A session that a prompt starts, instead of reaching the session of its queue. */
export const newSessionSchema = z.lazyObject(() => ({
  /** Absolute path. */
  folder: z.string().check(z.minLength(1), z.maxLength(4096)),
  /** True to start it in a git worktree of its own, which the client creates. */
  worktree: z.optional(z.literal(true)),
}));
export type NewSessionTarget = z.infer<typeof newSessionSchema>;

/** Fields of a change that make its prompt a follow-up; the person's signature covers them. */
export const followUpFields = () => ({
  when: z.optional(conditionSchema),
  /** Sends the prompt each time the condition comes true, at most this often. */
  repeat: z.optional(
    z.object({ max: z.number().check(z.int(), z.minimum(minRepeats), z.maximum(maxRepeats)) }),
  ),
  /** The session on whose card it was written, for display. */
  from: z.optional(sourceSchema),
  /** Starts a session with the prompt, once; such a follow-up has a condition and no repetition. */
  newSession: z.optional(newSessionSchema),
});

export const followUpSchema = z.lazyObject(followUpFields);
export type FollowUpFields = z.infer<typeof followUpSchema>;

/** State of a follow-up on a card. */
const stateFields = () => ({
  /** True if a person holds it back. */
  held: z.optional(z.boolean()),
  /** Time at which its condition came true, ISO 8601; it is sent once its session is at rest. */
  metAt: z.optional(z.string()),
  /** A `FollowUpReason`; a newer version may send a different one. */
  waitsFor: z.optional(z.string()),
  repeat: z.optional(z.object({ max: z.number(), sent: z.number() })),
  /** The session that it starts. */
  newSession: z.optional(z.object({ folder: z.string(), worktree: z.optional(z.boolean()) })),
  /** Sentence that says why its session could not be started. */
  problem: z.optional(z.string()),
});

/** Fields of a prompt on a card that only follow-ups have. */
export const followUpCardFields = () => ({
  /** Condition as signed; an edit repeats it. Absent for a prompt that is no follow-up. */
  when: z.optional(shownConditionSchema),
  from: z.optional(z.string()),
  /** Id of the session that was started with it. */
  startedAs: z.optional(z.string()),
  ...stateFields(),
});

/** A follow-up in another session's queue that waits for this session. */
const sourceFollowUpSchema = z.lazyObject(() => ({
  /** The session that gets the prompt. */
  sessionId: z.string(),
  /** Id of the prompt in that session's queue. */
  id: z.string(),
  /** Start of the prompt. */
  text: z.string(),
  when: shownConditionSchema,
  ...stateFields(),
}));
export type SourceFollowUp = z.infer<typeof sourceFollowUpSchema>;

/** Field of a card with the follow-ups that wait for its session; absent if none does. */
export const cardFollowUps = () => ({ followUps: z.optional(z.array(sourceFollowUpSchema)) });
