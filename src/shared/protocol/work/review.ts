import * as z from '../schema';

/** Larger texts are not shown in a review, in bytes. */
export const maxReviewTextBytes = 5 * 1024 * 1024;

/** `turn`: changes since the session's last prompt; `all`: since its start. */
export const reviewScopes = ['turn', 'all'] as const;
const scopeSchema = z.lazy(() => z.enum(reviewScopes));
export type ReviewScope = z.infer<typeof scopeSchema>;

export const reviewQuerySchema = z.lazyObject(() => ({ scope: scopeSchema }));

const reviewFileSchema = z.lazyObject(() => ({
  /** Absolute path without symbolic links. */
  path: z.string(),
  /** Path for people: relative to the work tree or the session's folder if the file is inside. */
  name: z.string(),
  kind: z.enum(['changed', 'new', 'deleted', 'renamed']),
  /** Previous absolute path of a renamed file. */
  from: z.optional(z.string()),
  /** Why the texts can't be compared. */
  unreadable: z.optional(z.enum(['binary', 'large', 'gone'])),
  /**
   * The base of the comparison: a commit, the client's file history, or nothing if neither has the
   * file. With `nothing` the complete file is shown as new, even if it existed.
   */
  against: z.enum(['commit', 'history', 'nothing']),
  /**
   * True if a git filter such as LFS produces the file; the base is then the filter's stored form.
   */
  filtered: z.optional(z.boolean()),
  /** True for a deleted file that had the executable bit. */
  executable: z.optional(z.boolean()),
  /** Numbers of lines; absent if they were not counted. */
  added: z.optional(z.number().check(z.int())),
  removed: z.optional(z.number().check(z.int())),
  /**
   * Others that changed the file since the base: sessions by id and title; an entry without id was
   * not a session.
   */
  others: z.optional(
    z.array(z.object({ sessionId: z.optional(z.string()), title: z.optional(z.string()) })),
  ),
  /** True if the current content is already committed. */
  committed: z.optional(z.boolean()),
}));
/** One file of a review. */
export type ReviewFile = z.infer<typeof reviewFileSchema>;

/** `GET /api/live/sessions/:id/review?scope=turn`. */
export const reviewSchema = z.lazyObject(() => ({
  scope: scopeSchema,
  /** Top folder of the work tree; absent outside git. */
  top: z.optional(z.string()),
  branch: z.optional(z.string()),
  /** Full id of the commit at the start of the scope; absent outside git. */
  commit: z.optional(z.string()),
  files: z.array(reviewFileSchema),
  /** Number of changed files that are not listed, because their paths are no longer known. */
  more: z.number().check(z.int()),
  /** Start of the scope, ISO 8601; constant during a turn. */
  since: z.optional(z.string()),
  /** Time of the session's last change, ISO 8601. */
  changedAt: z.optional(z.string()),
  /** Draft of a commit message: the session's own title. */
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

/** `POST /api/live/sessions/:id/reviewed`: marks all changes as reviewed, or removes the mark. */
export const markReviewedSchema = z.lazyObject(() => ({
  reviewed: z.boolean(),
  /** `changedAt` of the review that the person saw; later changes are not marked. */
  seen: z.optional(z.string().check(z.maxLength(100))),
}));
