import * as z from './schema';

const wishFields = () => ({
  enabled: z.boolean(),
  /** Absolute folders; requests of sessions in them can be answered only in their terminals. */
  disabledProjects: z.array(z.string().check(z.maxLength(4096))).check(z.maxLength(1000)),
  /**
   * Ids of agents whose requests are held although their terminals show no dialog meanwhile. Older
   * windows omit it.
   */
  heldAgents: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(20))),
});

/**
 * Setting of a person: whether, and for which projects, requests can be answered outside their
 * terminals. It does not depend on a window.
 */
export const controlWishSchema = z.lazyObject(wishFields);
export type ControlWish = z.infer<typeof controlWishSchema>;

/**
 * Control that a window offers: while it is connected, a person may answer requests in it. Sent
 * signed to `POST /api/live/control`, or by a machine's desk to `control/desk`; ignored without a
 * stream opened with `?window=<id>`.
 */
export const controlOfferSchema = z.lazyObject(() => ({
  window: z.string().check(z.minLength(1), z.maxLength(100)),
  /** Name of the window for people; shown in other windows when this one answers a request. */
  label: z.string().check(z.maxLength(200)),
  ...wishFields(),
  /**
   * The person's setting, even if the window may not answer because its workspace is not trusted.
   * Older windows omit it; then `enabled` is used.
   */
  wanted: z.optional(z.boolean()),
  /** True if the window starts sessions by order of the hub. Older windows omit it. */
  starts: z.optional(z.boolean()),
}));
export type ControlOffer = z.infer<typeof controlOfferSchema>;

/**
 * The control wish of the person who configured the offering window; it applies to all windows and
 * phones.
 */
export function wishOf({
  enabled,
  wanted,
  disabledProjects,
  heldAgents,
}: Omit<ControlOffer, 'window'>): ControlWish {
  return { enabled: wanted ?? enabled, disabledProjects, ...(heldAgents && { heldAgents }) };
}

/** Longest message to an agent, in characters. */
export const maxWordsLength = 200_000;
const words = z.lazy(() => z.string().check(z.maxLength(maxWordsLength)));

export const decisionSchema = z.lazyUnion('kind', () => [
  z.object({
    kind: z.literal('allow'),
    /** Indexes into the request's `suggestions`: the rules to add. */
    suggestions: z.optional(
      z.array(z.number().check(z.int(), z.nonnegative())).check(z.maxLength(50)),
    ),
  }),
  z.object({
    kind: z.literal('deny'),
    /** Message to the agent. */
    message: z.optional(words),
    /** True to end the turn; otherwise the agent continues with the message. */
    interrupt: z.optional(z.boolean()),
  }),
  z.object({
    kind: z.literal('answer'),
    /** Chosen labels and typed texts, one entry per question, in order. */
    answers: z.array(z.array(words).check(z.maxLength(100))).check(z.maxLength(100)),
  }),
  z.object({
    kind: z.literal('approve'),
    /** True to accept edits without permission from now on. */
    acceptEdits: z.boolean(),
    /** The plan as edited by the person. */
    plan: z.optional(words),
  }),
]);
/** A person's decision; the tool of the request determines which kinds are valid. */
export type Decision = z.infer<typeof decisionSchema>;

/** Digest of a request exactly as it was shown: SHA-256 of its `digestText` in base64url. */
export const shownDigestSchema = z.lazy(() => z.string().check(z.regex(/^[\w-]{43}$/u)));

/**
 * `POST /api/live/sessions/:id/decide`, signed. The first decision wins; later ones are refused
 * with 409.
 */
export const decideSchema = z.lazyObject(() => ({
  /** The `id` of the call that is held for the request. */
  call: z.string().check(z.minLength(1), z.maxLength(100)),
  shown: shownDigestSchema,
  window: z.string().check(z.minLength(1), z.maxLength(100)),
  decision: decisionSchema,
}));
export type DecideIntent = z.infer<typeof decideSchema>;

/** Answer to `decide`, sent after the decision was written to the client. */
export const decideAnswerSchema = z.lazyObject(() => ({
  /**
   * `accepted`: the session continued with it. `elsewhere`: the session had already continued with
   * a different answer. `written`: sent, result unknown.
   */
  outcome: z.enum(['accepted', 'elsewhere', 'written']),
}));
export type DecideAnswer = z.infer<typeof decideAnswerSchema>;

/**
 * `POST /api/live/sessions/:id/handback`: returns the request to its terminal after a few seconds,
 * or cancels that. The client does not offer a request again after it was returned.
 */
export const handBackSchema = z.lazyObject(() => ({
  call: z.string().check(z.minLength(1), z.maxLength(100)),
  window: z.string().check(z.minLength(1), z.maxLength(100)),
  undo: z.optional(z.boolean()),
}));
export type HandBackIntent = z.infer<typeof handBackSchema>;

/** Places where a window can show a request. */
export const requestPlaces = ['card', 'dialog', 'notification', 'diff', 'plan'] as const;
export type RequestPlace = (typeof requestPlaces)[number];

/**
 * `POST /api/live/sessions/:id/shown`: the request was visible to a person; recorded in its trace.
 */
export const requestShownSchema = z.lazyObject(() => ({
  call: z.string().check(z.minLength(1), z.maxLength(100)),
  window: z.string().check(z.minLength(1), z.maxLength(100)),
  place: z.enum(requestPlaces),
}));
export type ShownIntent = z.infer<typeof requestShownSchema>;
export const shownByPhoneSchema = z.lazyObject(() => ({ place: z.literal('card') }));

/** State of a client's call that the hub holds or held. */
export const callFateSchema = z.lazy(() =>
  z.enum([
    /** Held; the first answer wins. */
    'open',
    /** Answered; the decision is being sent to the client. */
    'answered',
    /** Answered, but the client did not accept it: its terminal still shows the dialog. */
    'undelivered',
    /** Returned to the terminal. */
    'handedBack',
  ]),
);
export type CallFate = z.infer<typeof callFateSchema>;

/** Lines around the text that an edit replaces, from the file as it was when the request came. */
export const editSurroundingsSchema = z.lazyObject(() => ({
  /** Line number at which `before` starts. */
  line: z.number().check(z.int(), z.positive()),
  /** Text directly before the replaced text, from the start of a line. */
  before: z.string(),
  /** Text directly after it, to the end of a line. */
  after: z.string(),
}));
export type EditSurroundings = z.infer<typeof editSurroundingsSchema>;

/** Client call that is held for a request while its dialog is open. */
export const heldCallSchema = z.lazyObject(() => ({
  id: z.string(),
  fate: callFateSchema,
  /**
   * True while a decision would be accepted: the call is held, and a connected window offers
   * control.
   */
  answerable: z.boolean(),
  /**
   * Time at which the call returns to its terminal, ms since 1970, if a person requested that; it
   * can be cancelled until then.
   */
  handsBackAt: z.optional(z.number()),
  /**
   * Time at which the call returns to its terminal by itself, ms since 1970; the terminal shows no
   * dialog until then. Absent if it does not return.
   */
  untilAt: z.optional(z.number()),
  /**
   * Absent if the request does not edit a single place, or the hub could not find it in the file.
   */
  surroundings: z.optional(editSurroundingsSchema),
}));
export type HeldCallCard = z.infer<typeof heldCallSchema>;
