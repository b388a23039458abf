import * as z from './schema';

/** Maximum number of sessions that a digest lists. */
export const maxDigestSessions = 200;

const count = z.lazy(() => z.number().check(z.int(), z.nonnegative()));

export const digestSchema = z.lazyObject(() => ({
  /** When the person left, ISO 8601 in UTC. */
  since: z.string(),
  /** Numbers of pull requests. */
  pullsOpened: count,
  pullsMerged: count,
  /**
   * Numbers of sessions, each counted only under its furthest result; sessions that opened a pull
   * request are not counted here.
   */
  pushed: count,
  committed: count,
  finished: count,
  /** Number of sessions whose last tests failed. */
  failingTests: count,
  /** Number of calls that auto mode blocked; absent if none. */
  autoBlocked: z.optional(count),
  /** Number of blocked sessions, for older windows; newer ones count them on the board. */
  blocked: z.optional(z.object({ count, since: z.string() })),
  /** Cost of all sessions; absent while it is unknown. */
  usd: z.optional(z.number()),
  /** Sessions that nobody has seen since, most urgent first. */
  sessionIds: z.array(z.string()),
}));
/** The digest: results of all sessions while the person was away. */
export type Digest = z.infer<typeof digestSchema>;

export const lookSchema = z.lazyUnion('of', () => [
  z.object({
    of: z.literal('sessions'),
    sessionIds: z
      .array(z.string().check(z.minLength(1), z.maxLength(600)))
      .check(z.maxLength(1_000)),
  }),
  z.object({ of: z.literal('all') }),
  /** The digest was closed; its sessions stay unseen. */
  z.object({ of: z.literal('digest') }),
]);
/** `POST /api/live/looks`: what a person has seen. */
export type Look = z.infer<typeof lookSchema>;
