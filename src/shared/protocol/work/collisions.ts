import * as z from '../schema';

/** Limits of what a card says of collisions. */
export const collisionLimits = { found: 4, files: 8, proof: 6, path: 512, command: 200 } as const;

const proofSchema = z.lazyObject(() => ({
  /** The session that did it. */
  sessionId: z.string(),
  /** Set where a subagent of it did. */
  agentId: z.optional(z.string()),
  /**
   * An open string; known: `changed` a file, `asks` to change one, `committed`, and what took
   * uncommitted work: `switch`, `checkout`, `restore`, `reset`, `stash`, `clean`, `head` where
   * HEAD moved and no command is known.
   */
  act: z.string(),
  at: z.string(),
  /** Relative to the top folder. */
  path: z.optional(z.string()),
  command: z.optional(z.string()),
  /** The branch that was switched to. */
  branch: z.optional(z.string()),
  /** True where all of the work is still there, on that branch. */
  carried: z.optional(z.boolean()),
}));
/** One fact that proves a collision. */
export type CollisionProof = z.infer<typeof proofSchema>;

const collisionSchema = z.lazyObject(() => ({
  /** The same on both cards for as long as it lasts; dismissing names it. */
  id: z.string(),
  /**
   * 1: both changed a file within half an hour, with no commit between. 2: one asks to change a
   * file that the other changed since. 3: uncommitted work of one was taken by the other.
   */
  level: z.literal([1, 2, 3]),
  /** The session on the other side, and its title. */
  sessionId: z.string(),
  title: z.string(),
  /** `took`: this session's act took the other's work; `lost`: its own was taken; `asks`: its request is open. */
  side: z.enum(['both', 'asks', 'changed', 'took', 'lost']),
  /** Files of the collision, relative to the top folder; `fileCount` counts also those beyond the limit. */
  files: z.array(z.string()),
  fileCount: z.number().check(z.int()),
  at: z.string(),
  /** The newest last. */
  proof: z.array(proofSchema),
}));
/** Two sessions that meet in one work tree, as the card of one of them tells it. */
export type Collision = z.infer<typeof collisionSchema>;

export const cardCollisionsSchema = z.lazyObject(() => ({
  /** Other living sessions in the same work tree. */
  others: z.number().check(z.int()),
  /** The gravest first, of one level the newest first. */
  found: z.array(collisionSchema),
}));
export type CardCollisions = z.infer<typeof cardCollisionsSchema>;

/** `POST /api/live/sessions/:id/collision`: a person has seen it, or lets the two share what it names. */
export const dismissCollisionSchema = z.lazyObject(() => ({
  collision: z.string().check(z.minLength(1), z.maxLength(200)),
}));
