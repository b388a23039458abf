import { maxPromptLength } from '../text/promptLimits';
import * as z from './schema';
import { followUpCardFields, followUpFields } from './session/followUp';

/** Maximum number of prompts in a session's queue. */
export const maxPromptsInLine = 50;
/** Maximum number of characters of a prompt on a card. */
export const shownPromptLength = 1_000;

/**
 * How a prompt reaches its session: typed into its terminal, returned by the client's hook or sent
 * to its server, or sent by the runner of a session without a terminal.
 */
export const promptRouteSchema = z.lazy(() => z.enum(['terminal', 'hook', 'runner']));
export type PromptRoute = z.infer<typeof promptRouteSchema>;

export const promptStateSchema = z.lazy(() =>
  z.enum([
    /** In the queue; it can be edited, moved and removed. */
    'queued',
    /** Being sent to the session. */
    'handedOver',
    /** Sent, but not confirmed by the session; only a person may send it again. */
    'uncertain',
    /** Confirmed: the session has received it. */
    'read',
  ]),
);
export type PromptState = z.infer<typeof promptStateSchema>;

const promptCardSchema = z.lazyObject(() => ({
  id: z.string(),
  /** Start of the prompt; `GET /api/live/sessions/:id/prompts/whole` returns all of it. */
  text: z.string(),
  whole: z.boolean(),
  state: promptStateSchema,
  /** How the prompt was sent; absent before. */
  way: z.optional(promptRouteSchema),
  /**
   * True if its text was not written in a window that may answer; it waits until a person confirms
   * it.
   */
  isForeign: z.optional(z.boolean()),
  /** Time at which it entered this state, ISO 8601. */
  at: z.string(),
  /** Time of a limit's reset, ISO 8601; the prompt is not sent earlier. */
  dueAt: z.optional(z.string()),
  ...followUpCardFields(),
}));
export type PromptCard = z.infer<typeof promptCardSchema>;

/** Reason why the next prompt of the queue is not being sent. */
const promptWaitSchema = z.lazy(() =>
  z.enum([
    /** A turn is running, or a request is open. */
    'turn',
    /** It is sent when a limit resets. */
    'limit',
    /**
     * The session's terminal shows a dialog about a limit that has reset; the person has to close
     * it.
     */
    'dialog',
    /**
     * The last turn failed, or an earlier prompt is uncertain; a person has to continue the queue.
     */
    'person',
    /** The next prompt was not written in a window that may answer; a person has to confirm it. */
    'confirm',
    /** No editor terminal runs the session, and its hook does not wait. */
    'way',
    /** No process runs the session; it has to be resumed. */
    'session',
    /** No window offers control over the session. */
    'control',
  ]),
);
export type PromptWait = z.infer<typeof promptWaitSchema>;

/** The prompt queue of a session, and how prompts reach the session. */
export const promptingSchema = z.lazyObject(() => ({
  /** How a prompt would be sent now; absent if it can't be. */
  way: z.optional(promptRouteSchema),
  /** True if a turn can be stopped although its terminal is not reached. */
  interrupts: z.optional(z.boolean()),
  /** True if a queued prompt can be sent into a running turn; an older hub refuses that. */
  steers: z.optional(z.boolean()),
  /**
   * Reason why the next prompt is not being sent; absent if it is about to be sent, or none is
   * queued.
   */
  waitsFor: z.optional(promptWaitSchema),
  /** Prompts in order; the first one may be the last prompt that the session received. */
  prompts: z.array(promptCardSchema),
  /**
   * True if the session's hub sends prompts on a condition. Absent from older hubs, which would
   * drop the condition and send the prompt at once.
   */
  followUps: z.optional(z.boolean()),
  /**
   * True if the session's hub starts sessions with follow-ups. Absent from older hubs, which would
   * send the prompt to the session of the queue.
   */
  newSessions: z.optional(z.boolean()),
}));
export type Prompting = z.infer<typeof promptingSchema>;

const promptId = z.lazy(() => z.string().check(z.regex(/^[\w-]{1,100}$/u)));
const promptText = z.lazy(() => z.string().check(z.minLength(1), z.maxLength(maxPromptLength)));

export const promptChangeSchema = z.lazyUnion('kind', () => [
  /** Adds a prompt to the queue. The sender chooses the id, so that a retry adds it only once. */
  z.object({
    kind: z.literal('add'),
    id: promptId,
    text: promptText,
    /**
     * Time of a limit's reset, ms since 1970; the prompt is then sent before all others, and not
     * earlier.
     */
    dueAt: z.optional(z.number().check(z.int(), z.positive(), z.maximum(8.64e15))),
    ...followUpFields(),
  }),
  /**
   * Replaces the text. For a follow-up it repeats the fields of the follow-up, so that the new
   * signature covers them; a changed condition has to come true again.
   */
  z.object({ kind: z.literal('edit'), id: promptId, text: promptText, ...followUpFields() }),
  /** Holds a follow-up back, or releases it. */
  z.object({ kind: z.literal('hold'), id: promptId, held: z.boolean() }),
  /**
   * Moves a prompt up (-1) or down (1), past its neighbour or, if follow-ups that wait for their
   * condition lie between, past the prompt `past`. An older hub ignores `past`, but has none of them.
   */
  z.object({
    kind: z.literal('move'),
    id: promptId,
    by: z.union([z.literal(-1), z.literal(1)]),
    past: z.optional(promptId),
  }),
  z.object({ kind: z.literal('remove'), id: promptId }),
  /** Sends an uncertain prompt again. */
  z.object({ kind: z.literal('again'), id: promptId }),
  /** Sends a queued prompt into the running turn, if the session's hub `steers`. */
  z.object({ kind: z.literal('steer'), id: promptId }),
  /** Continues the queue after a turn that failed or was interrupted. */
  z.object({ kind: z.literal('go') }),
]);
export type PromptChange = z.infer<typeof promptChangeSchema>;

/** `POST /api/live/sessions/:id/prompts`, signed; answered after the change is on disk. */
export const promptIntentSchema = z.lazyObject(() => ({
  window: z.string().check(z.minLength(1), z.maxLength(100)),
  change: promptChangeSchema,
}));

/**
 * `resume`: no process runs the session; the window has to resume it, and it then receives the
 * queue.
 */
export const promptAnswerSchema = z.lazyObject(() => ({ resume: z.boolean() }));
export type PromptAnswer = z.infer<typeof promptAnswerSchema>;

/** `GET /api/live/sessions/:id/prompts/whole`. */
export const wholePromptsSchema = z.lazyObject(() => ({
  prompts: z.array(z.object({ id: z.string(), text: z.string() })),
}));
export type WholePrompts = z.infer<typeof wholePromptsSchema>;

/** `POST /api/live/sessions/:id/act`, signed. */
export const sessionActSchema = z.lazyObject(() => ({
  window: z.string().check(z.minLength(1), z.maxLength(100)),
  /**
   * `interrupt`: Escape in its terminal. `end`: `/exit` in its terminal, at rest. `terminate`: ends
   * its process. `release`: ends the process of a session without a terminal, so that it can be
   * opened in one. `openPermissions`: `/permissions` in its terminal, at rest.
   */
  act: z.enum(['interrupt', 'end', 'terminate', 'release', 'openPermissions']),
}));
/** Acts of a phone, which cannot end a session. */
export const actByPhoneSchema = z.lazyObject(() => ({ act: z.literal('interrupt') }));
export type SessionAct = z.infer<typeof sessionActSchema>['act'];

export const sessionActAnswerSchema = z.lazyObject(() => ({
  /** `unreachable`: neither its terminal nor its runner could be reached; nothing was done. */
  outcome: z.enum(['done', 'unreachable']),
}));
export type SessionActOutcome = z.infer<typeof sessionActAnswerSchema>['outcome'];
