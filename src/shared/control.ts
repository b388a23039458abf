import * as z from 'zod';

/**
 * What a window offers: while it is connected, a person may answer requests there. Sent to
 * `POST /api/live/control`; worth nothing without a stream that was opened with `?window=<id>`.
 */
export const controlOfferSchema = z.object({
  window: z.string().min(1).max(100),
  /** What a person calls the window; said in the others when this one answers. */
  label: z.string().max(200),
  enabled: z.boolean(),
  /** Absolute folders; requests of sessions in or below them are left to their terminals. */
  disabledProjects: z.array(z.string().max(4096)).max(1000),
});
export type ControlOffer = z.infer<typeof controlOfferSchema>;

/** Longest text that a person writes to an agent, in characters. */
export const maxWordsLength = 200_000;
const words = z.string().max(maxWordsLength);

export const decisionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('allow'),
    /** Places in the request's `suggestions`: what is allowed from now on, too. */
    suggestions: z.array(z.number().int().nonnegative()).max(50).optional(),
  }),
  z.object({
    kind: z.literal('deny'),
    /** For the agent to read. */
    message: words.optional(),
    /** Ends the turn; else the agent goes on with the message. */
    interrupt: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('answer'),
    /** One entry for each question, in its order: the labels and texts chosen. */
    answers: z.array(z.array(words).max(100)).max(100),
  }),
  z.object({
    kind: z.literal('approve'),
    /** Whether edits need no permission from now on. */
    acceptEdits: z.boolean(),
    /** The plan as the person changed it. */
    plan: words.optional(),
  }),
]);
/** What a person decided; which kinds fit depends on the tool. */
export type Decision = z.infer<typeof decisionSchema>;

/** `POST /api/live/sessions/:id/decide`. The first decision wins; a later one gets 409. */
export const decideSchema = z.object({
  /** The `id` of the request's held call. */
  call: z.string().min(1).max(100),
  window: z.string().min(1).max(100),
  decision: decisionSchema,
});
export type DecideIntent = z.infer<typeof decideSchema>;

/** Only after the answer was written to the client. */
export const decideAnswerSchema = z.object({
  /**
   * `accepted`: the session went on with it. `elsewhere`: it had gone on before, by another answer.
   * `written`: sent, and nothing known yet.
   */
  outcome: z.enum(['accepted', 'elsewhere', 'written']),
});
export type DecideAnswer = z.infer<typeof decideAnswerSchema>;

/** `POST /api/live/sessions/:id/handback`: leave the request to the terminal. */
export const handBackSchema = z.object({
  call: z.string().min(1).max(100),
  window: z.string().min(1).max(100),
});
export type HandBackIntent = z.infer<typeof handBackSchema>;

/** Where a window can show a request to a person. */
export const requestPlaces = ['card', 'dialog', 'notification', 'diff', 'plan'] as const;
export type RequestPlace = (typeof requestPlaces)[number];

/** `POST /api/live/sessions/:id/shown`: a person had the request before them, for its trace. */
export const shownSchema = z.object({
  call: z.string().min(1).max(100),
  window: z.string().min(1).max(100),
  place: z.enum(requestPlaces),
});
export type ShownIntent = z.infer<typeof shownSchema>;

/** What became of a client's call that the hub holds or held. */
export const callFateSchema = z.enum([
  /** Held: whoever answers first wins. */
  'open',
  /** Answered and on its way to the client. */
  'answered',
  /** Answered, but the client did not take it: its terminal still asks. */
  'undelivered',
  /** Left to the terminal. */
  'handedBack',
]);
export type CallFate = z.infer<typeof callFateSchema>;

/** The client's call that came with a request, for as long as its dialog is open. */
export const heldCallSchema = z.object({
  id: z.string(),
  fate: callFateSchema,
  /** True while a decision would be taken: the call is held, and a connected window offers control. */
  answerable: z.boolean(),
});
export type HeldCallCard = z.infer<typeof heldCallSchema>;
