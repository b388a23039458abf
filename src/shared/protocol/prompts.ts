import { maxPromptLength } from '../text/promptLimits';
import * as z from './schema';

/** Longest prompt queue of a session. */
export const maxPromptsInLine = 50;
/** Number of characters of a prompt that a card shows. */
export const shownPromptLength = 1_000;

/**
 * Ways of a prompt to its session: typed into its terminal, handed to the client by its hook, or
 * sent by the runner of a session without a terminal.
 */
export const promptWaySchema = z.lazy(() => z.enum(['terminal', 'hook', 'runner']));
export type PromptWay = z.infer<typeof promptWaySchema>;

export const promptStateSchema = z.lazy(() =>
  z.enum([
    /** In the queue: it may be edited, moved and removed. */
    'queued',
    /** On its way to the session. */
    'handedOver',
    /** Sent without a sign of arrival: only a person may send it again. */
    'uncertain',
    /** The session has taken it. */
    'read',
  ]),
);
export type PromptState = z.infer<typeof promptStateSchema>;

const promptCardSchema = z.lazyObject(() => ({
  id: z.string(),
  /** Beginning of the prompt; `GET /api/live/sessions/:id/prompts/whole` has all of it. */
  text: z.string(),
  whole: z.boolean(),
  state: promptStateSchema,
  /** Way of the prompt, set once it was handed over. */
  way: z.optional(promptWaySchema),
  /** True where no window that may answer wrote it so: it waits until a person confirms it. */
  isForeign: z.optional(z.boolean()),
  /** Time at which it came into this state, ISO 8601. */
  at: z.string(),
  /** Time of a limit's reset before which it is not sent, ISO 8601. */
  dueAt: z.optional(z.string()),
}));
export type PromptCard = z.infer<typeof promptCardSchema>;

/** Reason why the next prompt of the queue is not on its way. */
const promptWaitSchema = z.lazy(() =>
  z.enum([
    /** The session is at work, or asks something. */
    'turn',
    /** The next prompt is sent when a limit has reset. */
    'limit',
    /** Its terminal asks what to do about a limit that has reset: the question has to be closed there. */
    'dialog',
    /** The last turn failed, or an earlier prompt is uncertain: a person has to go on. */
    'person',
    /** The next prompt was not written in a window that may answer: a person has to confirm it. */
    'confirm',
    /** No terminal of the editor runs the session, and its hook does not wait. */
    'way',
    /** No process runs it: it has to be resumed. */
    'session',
    /** No window offers control of it. */
    'control',
  ]),
);
export type PromptWait = z.infer<typeof promptWaitSchema>;

/** The prompt queue of a session and the way to the session. */
export const promptingSchema = z.lazyObject(() => ({
  /** Way that a prompt would take now; absent where there is none. */
  way: z.optional(promptWaySchema),
  /** Reason to wait, set while a prompt is in the queue. */
  waitsFor: z.optional(promptWaitSchema),
  /** Prompts in order, preceded by the last one that was read. */
  prompts: z.array(promptCardSchema),
}));
export type Prompting = z.infer<typeof promptingSchema>;

const promptId = z.lazy(() => z.string().check(z.regex(/^[\w-]{1,100}$/u)));
const promptText = z.lazy(() => z.string().check(z.minLength(1), z.maxLength(maxPromptLength)));

export const promptChangeSchema = z.lazyUnion('kind', () => [
  /** Adds a prompt to the queue; the sender makes its id, so that a repeated call adds it once. */
  z.object({
    kind: z.literal('add'),
    id: promptId,
    text: promptText,
    /** Time of a limit's reset, ms since 1970: it is sent then, before all others, and not sooner. */
    dueAt: z.optional(z.number().check(z.int(), z.positive(), z.maximum(8.64e15))),
  }),
  z.object({ kind: z.literal('edit'), id: promptId, text: promptText }),
  z.object({ kind: z.literal('move'), id: promptId, by: z.union([z.literal(-1), z.literal(1)]) }),
  z.object({ kind: z.literal('remove'), id: promptId }),
  /** Sends an uncertain prompt again. */
  z.object({ kind: z.literal('again'), id: promptId }),
  /** Lets the queue go on after a turn that failed or was interrupted. */
  z.object({ kind: z.literal('go') }),
]);
export type PromptChange = z.infer<typeof promptChangeSchema>;

/** `POST /api/live/sessions/:id/prompts`, signed: answered when the change is on the disk. */
export const promptIntentSchema = z.lazyObject(() => ({
  window: z.string().check(z.minLength(1), z.maxLength(100)),
  change: promptChangeSchema,
}));

/** `resume`: no process runs the session, so the window is to start one, which gets the queue. */
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
   * `interrupt`: Escape in its terminal. `end`: `/exit` in its terminal, at rest. `terminate`: ends its
   * process. `release`: ends the process of a session without a terminal, so that one can be opened on it.
   * `openPermissions`: `/permissions` in its terminal, at rest.
   */
  act: z.enum(['interrupt', 'end', 'terminate', 'release', 'openPermissions']),
}));
/** A phone ends nothing. */
export const actByPhoneSchema = z.lazyObject(() => ({ act: z.literal('interrupt') }));
export type SessionAct = z.infer<typeof sessionActSchema>['act'];

export const sessionActAnswerSchema = z.lazyObject(() => ({
  /** `unreachable`: not by its terminal, nor by its runner; nothing was done. */
  outcome: z.enum(['done', 'unreachable']),
}));
export type SessionActOutcome = z.infer<typeof sessionActAnswerSchema>['outcome'];
