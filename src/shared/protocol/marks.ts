import * as z from './schema';
import { tagColors } from '../text/tagColors';
import { maxGivenName, maxTagLength } from '../text/givenName';

/** A session or a project has no more tags than these. */
export const maxTags = 8;

const sessionId = z.lazy(() => z.string().check(z.minLength(1), z.maxLength(600)));
const path = z.lazy(() => z.string().check(z.minLength(1), z.maxLength(4096)));

export const tagSchema = z.lazyObject(() => ({
  word: z.string().check(z.minLength(1), z.maxLength(maxTagLength)),
  color: z.enum(tagColors),
}));
/** A short word in a colour. Of one word, all tags have the same colour. */
export type Tag = z.infer<typeof tagSchema>;

export const cardTagSchema = z.lazyObject(() => ({
  word: z.string(),
  /** An open string: a view shows an unknown colour as none. */
  color: z.string(),
  /** True for a tag of the session's project. */
  project: z.optional(z.boolean()),
}));
/** A tag on a card. */
export type CardTag = z.infer<typeof cardTagSchema>;

/** Fields of a session by what a person set on it and its project. */
export const cardMarks = () => ({
  /** Title before a person named the session here. */
  originalTitle: z.optional(z.string()),
  pinned: z.optional(z.boolean()),
  projectPinned: z.optional(z.boolean()),
  /** Tags of the session, then those of its project; absent where it has none. */
  tags: z.optional(z.array(cardTagSchema)),
});

export const markTargetSchema = z.lazyUnion('scope', () => [
  z.object({ scope: z.literal('session'), sessionId }),
  z.object({
    scope: z.literal('project'),
    path,
    /** Id of the machine that has the project; absent for this one. */
    machine: z.optional(z.string().check(z.maxLength(100))),
  }),
]);
/** What is pinned or tagged. */
export type MarkTarget = z.infer<typeof markTargetSchema>;

/** Set while only callers with the token alone have marked it: such entries are forgotten first. */
const byToken = z.lazy(() => z.optional(z.literal(true)));

const tags = z.lazy(() => z.optional(z.readonly(z.array(tagSchema).check(z.maxLength(maxTags)))));

/** An entry of `marks.json`: what a person set on a session or a project. */
export const markEntrySchema = z.lazyUnion('scope', () => [
  z.object({
    scope: z.literal('session'),
    sessionId,
    title: z.optional(z.string().check(z.minLength(1), z.maxLength(maxGivenName))),
    pinned: z.optional(z.boolean()),
    tags,
    byToken,
  }),
  z.object({ scope: z.literal('project'), path, pinned: z.optional(z.boolean()), tags, byToken }),
]);
export type MarkEntry = z.infer<typeof markEntrySchema>;

/** `POST /api/live/marks/pin`: pins a session or a project, or unpins it. */
export const pinIntentSchema = z.lazyObject(() => ({ target: markTargetSchema, on: z.boolean() }));
/** A phone names no path, which is all that a project goes by. */
export const pinByPhoneSchema = z.lazyObject(() => ({
  target: z.object({ scope: z.literal('session') }),
}));

/** Longer texts are no slip of a person, and are refused without a word on it. */
const maxTyped = 2_000;

/** `POST /api/live/sessions/:id/name`: gives the session a name; an empty one gives back its own. */
export const nameIntentSchema = z.lazyObject(() => ({
  name: z.string().check(z.maxLength(maxTyped)),
}));

/** `POST /api/live/marks/tag`: adds a tag, or takes it off. */
export const tagIntentSchema = z.lazyObject(() => ({
  target: markTargetSchema,
  word: z.string().check(z.maxLength(maxTyped)),
  color: z.enum(tagColors),
  on: z.boolean(),
}));
