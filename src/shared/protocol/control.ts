import * as z from './schema';

/**
 * What a window offers: while it is connected, a person may answer requests there. Sent to
 * `POST /api/live/control`; worth nothing without a stream that was opened with `?window=<id>`.
 */
export const controlOfferSchema = z.lazyObject(() => ({
  window: z.string().check(z.minLength(1), z.maxLength(100)),
  /** What a person calls the window; said in the others when this one answers. */
  label: z.string().check(z.maxLength(200)),
  enabled: z.boolean(),
  /** Absolute folders; requests of sessions in or below them are left to their terminals. */
  disabledProjects: z.array(z.string().check(z.maxLength(4096))).check(z.maxLength(1000)),
}));
export type ControlOffer = z.infer<typeof controlOfferSchema>;

/** Longest text that a person writes to an agent, in characters. */
export const maxWordsLength = 200_000;
const words = z.lazy(() => z.string().check(z.maxLength(maxWordsLength)));

export const decisionSchema = z.lazyUnion('kind', () => [
  z.object({
    kind: z.literal('allow'),
    /** Places in the request's `suggestions`: what is allowed from now on, too. */
    suggestions: z.optional(
      z.array(z.number().check(z.int(), z.nonnegative())).check(z.maxLength(50)),
    ),
  }),
  z.object({
    kind: z.literal('deny'),
    /** For the agent to read. */
    message: z.optional(words),
    /** Ends the turn; else the agent goes on with the message. */
    interrupt: z.optional(z.boolean()),
  }),
  z.object({
    kind: z.literal('answer'),
    /** One entry for each question, in its order: the labels and texts chosen. */
    answers: z.array(z.array(words).check(z.maxLength(100))).check(z.maxLength(100)),
  }),
  z.object({
    kind: z.literal('approve'),
    /** Whether edits need no permission from now on. */
    acceptEdits: z.boolean(),
    /** The plan as the person changed it. */
    plan: z.optional(words),
  }),
]);
/** What a person decided; which kinds fit depends on the tool. */
export type Decision = z.infer<typeof decisionSchema>;

/** Names a request exactly as it was shown: the SHA-256 of its `shownText` in base64url. */
export const shownDigestSchema = z.lazy(() => z.string().check(z.regex(/^[\w-]{43}$/u)));

/** `POST /api/live/sessions/:id/decide`, signed. The first decision wins; a later one gets 409. */
export const decideSchema = z.lazyObject(() => ({
  /** The `id` of the request's held call. */
  call: z.string().check(z.minLength(1), z.maxLength(100)),
  shown: shownDigestSchema,
  window: z.string().check(z.minLength(1), z.maxLength(100)),
  decision: decisionSchema,
}));
export type DecideIntent = z.infer<typeof decideSchema>;

/** Only after the answer was written to the client. */
export const decideAnswerSchema = z.lazyObject(() => ({
  /**
   * `accepted`: the session went on with it. `elsewhere`: it had gone on before, by another answer.
   * `written`: sent, and nothing known yet.
   */
  outcome: z.enum(['accepted', 'elsewhere', 'written']),
}));
export type DecideAnswer = z.infer<typeof decideAnswerSchema>;

/** `POST /api/live/sessions/:id/handback`: leave the request to the terminal. */
export const handBackSchema = z.lazyObject(() => ({
  call: z.string().check(z.minLength(1), z.maxLength(100)),
  window: z.string().check(z.minLength(1), z.maxLength(100)),
}));
export type HandBackIntent = z.infer<typeof handBackSchema>;

/** Where a window can show a request to a person. */
export const requestPlaces = ['card', 'dialog', 'notification', 'diff', 'plan'] as const;
export type RequestPlace = (typeof requestPlaces)[number];

/** `POST /api/live/sessions/:id/shown`: a person had the request before them, for its trace. */
export const requestShownSchema = z.lazyObject(() => ({
  call: z.string().check(z.minLength(1), z.maxLength(100)),
  window: z.string().check(z.minLength(1), z.maxLength(100)),
  place: z.enum(requestPlaces),
}));
export type ShownIntent = z.infer<typeof requestShownSchema>;

/** What became of a client's call that the hub holds or held. */
export const callFateSchema = z.lazy(() =>
  z.enum([
    /** Held: whoever answers first wins. */
    'open',
    /** Answered and on its way to the client. */
    'answered',
    /** Answered, but the client did not take it: its terminal still asks. */
    'undelivered',
    /** Left to the terminal. */
    'handedBack',
  ]),
);
export type CallFate = z.infer<typeof callFateSchema>;

/** The client's call that came with a request, for as long as its dialog is open. */
export const heldCallSchema = z.lazyObject(() => ({
  id: z.string(),
  fate: callFateSchema,
  /** True while a decision would be taken: the call is held, and a connected window offers control. */
  answerable: z.boolean(),
}));
export type HeldCallCard = z.infer<typeof heldCallSchema>;
