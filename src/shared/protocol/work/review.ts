import * as z from '../schema';

/** Larger texts are not shown in a review, in bytes. */
export const maxReviewTextBytes = 5 * 1024 * 1024;

/** `turn`: what the session changed since its last prompt; `all`: since it began. */
export const reviewScopes = ['turn', 'all'] as const;
const scopeSchema = z.lazy(() => z.enum(reviewScopes));
export type ReviewScope = z.infer<typeof scopeSchema>;

export const reviewQuerySchema = z.lazyObject(() => ({ scope: scopeSchema }));

const reviewFileSchema = z.lazyObject(() => ({
  /** Real absolute path. */
  path: z.string(),
  /** Path as a person reads it: relative to the work tree or the session's folder where it is in it. */
  name: z.string(),
  kind: z.enum(['changed', 'new', 'deleted', 'renamed']),
  /** Where a renamed file was, absolute. */
  from: z.optional(z.string()),
  /** Why there is no text to compare. */
  unreadable: z.optional(z.enum(['binary', 'large', 'gone'])),
  /**
   * What it is compared with: a commit, the client's file history, or nothing where neither has
   * it: then the whole file is shown as new, though it may not be.
   */
  against: z.enum(['commit', 'history', 'nothing']),
  /** True where a filter of git makes the file, such as LFS: the text before is what the filter keeps. */
  filtered: z.optional(z.boolean()),
  /** True for a deleted file that could be run. */
  executable: z.optional(z.boolean()),
  /** Lines; absent where they were not counted. */
  added: z.optional(z.number().check(z.int())),
  removed: z.optional(z.number().check(z.int())),
  /** Others that changed it since the base: sessions by id and title; without an id, not by a session. */
  others: z.optional(
    z.array(z.object({ sessionId: z.optional(z.string()), title: z.optional(z.string()) })),
  ),
  /** True where git holds the present content in a commit already. */
  committed: z.optional(z.boolean()),
}));
/** One file of a review. */
export type ReviewFile = z.infer<typeof reviewFileSchema>;

/** `GET /api/live/sessions/:id/review?scope=turn`. */
export const reviewSchema = z.lazyObject(() => ({
  scope: scopeSchema,
  /** Top folder of the work tree; absent outside of git. */
  top: z.optional(z.string()),
  branch: z.optional(z.string()),
  /** Commit at the start of the scope, whole; absent outside of git. */
  commit: z.optional(z.string()),
  files: z.array(reviewFileSchema),
  /** Changed files that are not listed, as nobody can tell any more which or where they are. */
  more: z.number().check(z.int()),
  /** When the scope began, ISO 8601: the same turn has the same. */
  since: z.optional(z.string()),
  /** When the session last changed something, ISO 8601. */
  changedAt: z.optional(z.string()),
  /** A commit message to begin with: the session's own title. */
  message: z.string(),
}));
export type Review = z.infer<typeof reviewSchema>;

/** `GET /api/live/sessions/:id/review/text?scope=…&path=…&side=…`: one side of a file in the review. */
export const reviewTextQuerySchema = z.lazyObject(() => ({
  scope: scopeSchema,
  /** `path` of the file in the review. */
  path: z.string().check(z.minLength(1), z.maxLength(4096)),
  side: z.enum(['before', 'after']),
}));

export const reviewTextSchema = z.lazyObject(() => ({
  text: z.string(),
}));
export type ReviewText = z.infer<typeof reviewTextSchema>;

/** `POST /api/live/sessions/:id/reviewed`: a person has looked at all that it changed, or takes that back. */
export const markReviewedSchema = z.lazyObject(() => ({
  reviewed: z.boolean(),
  /** `changedAt` of the review that the person saw: what was changed since is not marked. */
  seen: z.optional(z.string().check(z.maxLength(100))),
}));
