import * as z from './schema';

/** Most sessions that a digest names. */
export const maxDigestSessions = 200;

const count = z.lazy(() => z.number().check(z.int(), z.nonnegative()));

export const digestSchema = z.lazyObject(() => ({
  /** When the person left, ISO 8601 in UTC. */
  since: z.string(),
  /** Pull requests. */
  pullsOpened: count,
  pullsMerged: count,
  /** Sessions, each under the furthest that it came: none that opened a pull request is counted again. */
  pushed: count,
  committed: count,
  finished: count,
  /** Sessions whose last tests failed. */
  failingTests: count,
  /** Calls that auto mode blocked; absent where it blocked none. */
  autoBlocked: z.optional(count),
  /** Blocked sessions among them, for older windows: newer ones count the whole board. */
  blocked: z.optional(z.object({ count, since: z.string() })),
  /** Spending of all sessions; absent while it is not known. */
  usd: z.optional(z.number()),
  /** Sessions that nobody has looked at yet, the most urgent first. */
  sessionIds: z.array(z.string()),
}));
/** The digest: what came of all sessions while the person was away. */
export type Digest = z.infer<typeof digestSchema>;

export const lookSchema = z.lazyUnion('of', () => [
  z.object({
    of: z.literal('sessions'),
    sessionIds: z
      .array(z.string().check(z.minLength(1), z.maxLength(600)))
      .check(z.maxLength(1_000)),
  }),
  z.object({ of: z.literal('all') }),
  /** The digest was closed; its sessions keep their marks. */
  z.object({ of: z.literal('digest') }),
]);
/** `POST /api/live/looks`: what a person has looked at. */
export type Look = z.infer<typeof lookSchema>;
