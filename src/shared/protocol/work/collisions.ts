import * as z from '../schema';

/** Limits for a card's collisions. */
export const collisionLimits = { found: 4, files: 8, proof: 6, path: 512, command: 200 } as const;

const proofSchema = z.lazyObject(() => ({
  /** The session that performed the act. */
  sessionId: z.string(),
  /** Set if a subagent performed it. */
  agentId: z.optional(z.string()),
  /**
   * More values may be added. Known: `changed` a file, `asks` to change one, `committed`; acts that
   * removed uncommitted work: `switch`, `checkout`, `restore`, `reset`, `stash`, `clean`, and
   * `head` if HEAD moved by an unknown command.
   */
  act: z.string(),
  at: z.string(),
  /** Path of the file, relative to the top folder of the work tree. */
  path: z.optional(z.string()),
  command: z.optional(z.string()),
  /** The branch that was checked out. */
  branch: z.optional(z.string()),
  /** True if all of the work still exists, on that branch. */
  carried: z.optional(z.boolean()),
}));
/** One fact that proves a collision. */
export type CollisionProof = z.infer<typeof proofSchema>;

const collisionSchema = z.lazyObject(() => ({
  /** Constant and equal on both cards for as long as the collision lasts; used to dismiss it. */
  id: z.string(),
  /**
   * 1: both changed a file within half an hour, without a commit between. 2: the open request of
   * one would change a file that the other changed after the first last did, or since the first
   * started. 3: one removed uncommitted work of the other.
   */
  level: z.literal([1, 2, 3]),
  /** The other session and its title. */
  sessionId: z.string(),
  title: z.string(),
  /**
   * This session's part: `took`: it removed the other's work; `lost`: its own work was removed;
   * `asks`: its request is open.
   */
  side: z.enum(['both', 'asks', 'changed', 'took', 'lost']),
  /**
   * Files of the collision, relative to the top folder of the work tree; `fileCount` includes those
   * beyond the limit.
   */
  files: z.array(z.string()),
  fileCount: z.number().check(z.int()),
  at: z.string(),
  /** Oldest first. */
  proof: z.array(proofSchema),
}));
/** A collision of two sessions in one work tree, from the view of one of them. */
export type Collision = z.infer<typeof collisionSchema>;

export const cardCollisionsSchema = z.lazyObject(() => ({
  /** Other living sessions in the same work tree. */
  others: z.number().check(z.int()),
  /** Most serious level first; within a level newest first. */
  found: z.array(collisionSchema),
}));
export type CardCollisions = z.infer<typeof cardCollisionsSchema>;

/** `POST /api/live/sessions/:id/collision`: dismisses a collision. */
export const dismissCollisionSchema = z.lazyObject(() => ({
  collision: z.string().check(z.minLength(1), z.maxLength(200)),
}));
