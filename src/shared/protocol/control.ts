import * as z from './schema';

const wish = () => ({
  enabled: z.boolean(),
  /** Absolute folders; requests of sessions in or below them are left to their terminals. */
  disabledProjects: z.array(z.string().check(z.maxLength(4096))).check(z.maxLength(1000)),
});

/** Where a person lets requests be answered, in whichever window. */
export const controlWishSchema = z.lazyObject(wish);
export type ControlWish = z.infer<typeof controlWishSchema>;

/**
 * Control that a window offers: while it is connected, a person may answer requests in it. Sent to
 * `POST /api/live/control`, signed, or by a machine's desk to `control/desk`; has no effect without a stream opened with `?window=<id>`.
 */
export const controlOfferSchema = z.lazyObject(() => ({
  window: z.string().check(z.minLength(1), z.maxLength(100)),
  /** Name of the window for people; other windows show it when this one answers. */
  label: z.string().check(z.maxLength(200)),
  ...wish(),
  /**
   * What the person's settings say, also in a window that may not answer, as its workspace is not
   * trusted. Without it, as an older window offers, `enabled` is the wish.
   */
  wanted: z.optional(z.boolean()),
}));
export type ControlOffer = z.infer<typeof controlOfferSchema>;

/** What the person who has set up the offering window wishes for every place where requests are answered. */
export function wishOf({
  enabled,
  wanted,
  disabledProjects,
}: Omit<ControlOffer, 'window'>): ControlWish {
  return { enabled: wanted ?? enabled, disabledProjects };
}

/** Longest message to an agent, in characters. */
export const maxWordsLength = 200_000;
const words = z.lazy(() => z.string().check(z.maxLength(maxWordsLength)));

export const decisionSchema = z.lazyUnion('kind', () => [
  z.object({
    kind: z.literal('allow'),
    /** Indexes into `suggestions` of the request: the rules to allow from now on, too. */
    suggestions: z.optional(
      z.array(z.number().check(z.int(), z.nonnegative())).check(z.maxLength(50)),
    ),
  }),
  z.object({
    kind: z.literal('deny'),
    /** Message to the agent. */
    message: z.optional(words),
    /** True to end the turn; otherwise the agent goes on with the message. */
    interrupt: z.optional(z.boolean()),
  }),
  z.object({
    kind: z.literal('answer'),
    /** Chosen labels and texts, one entry for each question in its order. */
    answers: z.array(z.array(words).check(z.maxLength(100))).check(z.maxLength(100)),
  }),
  z.object({
    kind: z.literal('approve'),
    /** True where edits need no permission from now on. */
    acceptEdits: z.boolean(),
    /** The plan as the person changed it. */
    plan: z.optional(words),
  }),
]);
/** A person's decision; which kinds fit depends on the tool. */
export type Decision = z.infer<typeof decisionSchema>;

/** Digest of a request exactly as it was shown: SHA-256 of its `digestText` in base64url. */
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

/** Answer to `decide`, sent once the decision was written to the client. */
export const decideAnswerSchema = z.lazyObject(() => ({
  /**
   * `accepted`: the session went on with it. `elsewhere`: it had gone on before, by another answer.
   * `written`: sent, and nothing known yet.
   */
  outcome: z.enum(['accepted', 'elsewhere', 'written']),
}));
export type DecideAnswer = z.infer<typeof decideAnswerSchema>;

/**
 * `POST /api/live/sessions/:id/handback`: give the request back to its terminal, a few seconds later, or
 * keep it here after all. Once it is released the client never offers it again.
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

/** `POST /api/live/sessions/:id/shown`: a person had the request before them, for its trace. */
export const requestShownSchema = z.lazyObject(() => ({
  call: z.string().check(z.minLength(1), z.maxLength(100)),
  window: z.string().check(z.minLength(1), z.maxLength(100)),
  place: z.enum(requestPlaces),
}));
export type ShownIntent = z.infer<typeof requestShownSchema>;
export const shownByPhoneSchema = z.lazyObject(() => ({ place: z.literal('card') }));

/** Fate of a call of the client that the hub holds or held. */
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

/** Lines of a file around the text that an edit replaces, as the file was when the request came. */
export const editSurroundingsSchema = z.lazyObject(() => ({
  /** Number of the line with which `before` begins. */
  line: z.number().check(z.int(), z.positive()),
  /** Text directly in front of the replaced text, from the beginning of a line. */
  before: z.string(),
  /** Text directly behind it, to the end of a line. */
  after: z.string(),
}));
export type EditSurroundings = z.infer<typeof editSurroundingsSchema>;

/** Call of the client that is held for a request, for as long as its dialog is open. */
export const heldCallSchema = z.lazyObject(() => ({
  id: z.string(),
  fate: callFateSchema,
  /** True while a decision would be taken: the call is held, and a connected window offers control. */
  answerable: z.boolean(),
  /** When it goes back to its terminal, ms since 1970, where a person has said so; it can be undone until then. */
  handsBackAt: z.optional(z.number()),
  /** Absent where the request is no edit of one place, or the hub could not read it in its file. */
  surroundings: z.optional(editSurroundingsSchema),
}));
export type HeldCallCard = z.infer<typeof heldCallSchema>;
