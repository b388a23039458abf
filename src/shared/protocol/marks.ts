import * as z from './schema';
import { tagColors } from '../text/tagColors';
import { maxGivenName, maxTagLength } from '../text/givenName';

/** Maximum number of tags of a session or a project. */
export const maxTags = 8;

const sessionId = z.lazy(() => z.string().check(z.minLength(1), z.maxLength(600)));
const path = z.lazy(() => z.string().check(z.minLength(1), z.maxLength(4096)));

export const tagSchema = z.lazyObject(() => ({
  word: z.string().check(z.minLength(1), z.maxLength(maxTagLength)),
  color: z.enum(tagColors),
}));
/** A short word with a colour. All tags with the same word have the same colour. */
export type Tag = z.infer<typeof tagSchema>;

export const cardTagSchema = z.lazyObject(() => ({
  word: z.string(),
  /** More colours may be added; a view shows an unknown one without colour. */
  color: z.string(),
  /** True for a tag of the session's project. */
  project: z.optional(z.boolean()),
}));
/** A tag on a card. */
export type CardTag = z.infer<typeof cardTagSchema>;

/** Fields of a session that a person set on it or its project. */
export const cardMarks = () => ({
  /** Title before a person renamed the session. */
  originalTitle: z.optional(z.string()),
  pinned: z.optional(z.boolean()),
  projectPinned: z.optional(z.boolean()),
  /** Tags of the session, then those of its project; absent if there are none. */
  tags: z.optional(z.array(cardTagSchema)),
});

export const markTargetSchema = z.lazyUnion('scope', () => [
  z.object({ scope: z.literal('session'), sessionId }),
  z.object({
    scope: z.literal('project'),
    path,
    /** Id of the project's machine; absent for this machine. */
    machine: z.optional(z.string().check(z.maxLength(100))),
  }),
]);
/** The target of a pin or tag. */
export type MarkTarget = z.infer<typeof markTargetSchema>;

/**
 * True if the entry was only set by callers with a token but no signature; such entries are evicted
 * first.
 */
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

/** `POST /api/live/marks/pin`: pins or unpins a session or a project. */
export const pinIntentSchema = z.lazyObject(() => ({ target: markTargetSchema, on: z.boolean() }));
/** Phones pin sessions only: a project is identified by its path, and a phone sends no paths. */
export const pinByPhoneSchema = z.lazyObject(() => ({
  target: z.object({ scope: z.literal('session') }),
}));

/**
 * Maximum length of a typed text in a call, in characters. A shorter text that is too long for a
 * name or tag is refused with a message; a longer one was not typed by a person and fails
 * validation.
 */
const maxTyped = 2_000;

/** `POST /api/live/sessions/:id/name`: names the session; an empty name restores its own title. */
export const nameIntentSchema = z.lazyObject(() => ({
  name: z.string().check(z.maxLength(maxTyped)),
}));

/** `POST /api/live/marks/tag`: adds or removes a tag. */
export const tagIntentSchema = z.lazyObject(() => ({
  target: markTargetSchema,
  word: z.string().check(z.maxLength(maxTyped)),
  color: z.enum(tagColors),
  on: z.boolean(),
}));

/**
 * `POST /api/live/sessions/:id/archive`: dismisses the session until new activity, or restores it.
 */
export const archiveSchema = z.lazyObject(() => ({ archived: z.boolean() }));
