import {
  displayIcons,
  displayLimits,
  displayTones,
  pullStateSchema,
  repositorySchema,
} from './display';
import * as z from '../schema';

/**
 * Limits for one label of an extension; a window refuses a label that exceeds them, with a message
 * to its author.
 */
export const labelLimits = {
  /** Characters in the ids of sessions and collections. */
  id: 200,
  label: displayLimits.label,
  detail: displayLimits.detail,
  tooltip: displayLimits.detail,
  /** Characters in a badge; only the first `displayLimits.badge` are shown. */
  badge: 200,
  /** Number of badges; only the first `displayLimits.badges` are shown. */
  badges: 16,
  href: 2000,
  /** Number of a message's arguments. */
  args: 10,
  /** Characters in a message, and in each of its arguments, before formatting. */
  part: 2000,
} as const;

/** Maximum number of labels of one extension. */
export const mostLabels = 2000;
/** Maximum number of collections in a window. */
export const mostCollections = 64;
/**
 * Maximum size of all labels of a window as JSON, in bytes; the body of a call is limited to 1 MB.
 */
export const mostLabelBytes = 700_000;
/** Maximum number of views in one request. */
export const mostViews = 100;

const textSchema = z.lazy(() => {
  const text = z.string().check(z.maxLength(labelLimits.part));
  const args = z.array(z.union([text, z.number()])).check(z.maxLength(labelLimits.args));
  return z.union([text, z.object({ message: text, args })]);
});

const look = () => ({
  icon: z.optional(z.enum(displayIcons)),
  tone: z.optional(z.enum(displayTones)),
});

const givenLabelSchema = z.lazyObject(() => ({
  label: z.optional(textSchema),
  ...look(),
  urgency: z.optional(z.literal([-1, 0, 1])),
  badges: z.optional(
    z
      .array(
        z.object({
          text: textSchema,
          ...look(),
          tooltip: z.optional(textSchema),
          href: z.optional(z.string().check(z.maxLength(labelLimits.href))),
        }),
      )
      .check(z.maxLength(labelLimits.badges)),
  ),
  detail: z.optional(textSchema),
}));
/** A `SessionLabel` of the extension interface, validated by a window. */
export type GivenLabel = z.infer<typeof givenLabelSchema>;

const idSchema = z.lazy(() => z.string().check(z.minLength(1), z.maxLength(labelLimits.id)));

const offeredCollectionSchema = z.lazyObject(() => ({
  id: idSchema,
  /** Id of the extension that owns the collection. */
  extension: z.optional(idSchema),
  labels: z
    .array(z.object({ sessionId: idSchema, label: givenLabelSchema }))
    .check(z.maxLength(mostLabels)),
}));
export type OfferedCollection = z.infer<typeof offeredCollectionSchema>;

/**
 * All labels that extensions set in a window, in the order of their collections. `POST
 * /api/live/labels`. They apply while the window reads the stream.
 */
export const labelOfferSchema = z.lazyObject(() => ({
  window: idSchema,
  collections: z.array(offeredCollectionSchema).check(z.maxLength(mostCollections)),
}));
export type LabelOffer = z.infer<typeof labelOfferSchema>;

/** `POST /api/live/labels/views`. */
export const viewsQuerySchema = z.lazyObject(() => ({
  sessionIds: z.array(z.string()).check(z.maxLength(mostViews)),
}));

const count = () => z.number().check(z.int());

const viewSchema = z.lazyObject(() => ({
  sessionId: z.string(),
  title: z.string(),
  projectPath: z.string(),
  projectName: z.string(),
  core: z.object({
    group: z.enum(['needs_you', 'autonomous', 'delivered']),
    state: z.string(),
    since: z.string(),
  }),
  turn: count(),
  signals: z.array(
    z.object({
      kind: z.string(),
      at: z.string(),
      turn: count(),
      ok: z.optional(z.boolean()),
      data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    }),
  ),
  repository: z.optional(repositorySchema),
  pullRequests: z.array(pullStateSchema),
  changes: z.optional(
    z.object({
      files: count(),
      edits: count(),
      lastAt: z.optional(z.string()),
      latest: z.array(
        z.object({ path: z.string(), edits: count(), turns: count(), lastTurn: count() }),
      ),
    }),
  ),
  tasks: z.optional(z.object({ completed: count(), total: count() })),
}));

/** The `SessionView`s of the requested sessions that are on the board, in request order. */
export const viewsAnswerSchema = z.lazyObject(() => ({ views: z.array(viewSchema) }));
export type SentView = z.infer<typeof viewSchema>;
