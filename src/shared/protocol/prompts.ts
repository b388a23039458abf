import { maxPromptLength } from '../text/promptLimits';
import * as z from './schema';

/** So many wait for one session at most. */
export const maxPromptsInLine = 50;
/** A card shows the beginning of a longer prompt, in characters. */
export const shownPromptLength = 1_000;

/** Typed into the terminal that runs the session, handed to the client by its hook, or to the runner of a session without a terminal. */
export const promptWaySchema = z.lazy(() => z.enum(['terminal', 'hook', 'runner']));
export type PromptWay = z.infer<typeof promptWaySchema>;

export const promptStateSchema = z.lazy(() =>
  z.enum([
    /** In line; it may be edited, moved and removed. */
    'queued',
    /** On its way to the session. */
    'handedOver',
    /** On its way, and nothing tells that it arrived: only a person may send it again. */
    'uncertain',
    /** The session has taken it. */
    'read',
  ]),
);
export type PromptState = z.infer<typeof promptStateSchema>;

const promptCardSchema = z.lazyObject(() => ({
  id: z.string(),
  /** Its beginning; `GET /api/live/sessions/:id/prompts/whole` has all of it. */
  text: z.string(),
  whole: z.boolean(),
  state: promptStateSchema,
  /** Set once it was handed over. */
  way: z.optional(promptWaySchema),
  /** No window that may answer wrote it so: it is not sent before a person edits it, or sends it as it is. */
  isForeign: z.optional(z.boolean()),
  /** When it came into this state, ISO 8601. */
  at: z.string(),
}));
export type PromptCard = z.infer<typeof promptCardSchema>;

/** Why the next prompt in line is not on its way. */
const promptWaitSchema = z.lazy(() =>
  z.enum([
    /** The session is at work, or asks something. */
    'turn',
    /** Its last turn failed or was interrupted, or a prompt before is uncertain: a person has to send it on. */
    'person',
    /** The next one was not written in a window that may answer: a person has to look at it. */
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

/** How a session gets its next prompt, and what is in line for it. */
export const promptingSchema = z.lazyObject(() => ({
  /** The way that a prompt would take now; absent where there is none. */
  way: z.optional(promptWaySchema),
  /** Set while one is in line. */
  waitsFor: z.optional(promptWaitSchema),
  /** In their order; the last one that was read before them. */
  prompts: z.array(promptCardSchema),
}));
export type Prompting = z.infer<typeof promptingSchema>;

const promptId = z.lazy(() => z.string().check(z.regex(/^[\w-]{1,100}$/u)));
const promptText = z.lazy(() => z.string().check(z.minLength(1), z.maxLength(maxPromptLength)));

export const promptChangeSchema = z.lazyUnion('kind', () => [
  /** To the end of the line. The id is the sender's: a repeated call adds it once. */
  z.object({ kind: z.literal('add'), id: promptId, text: promptText }),
  z.object({ kind: z.literal('edit'), id: promptId, text: promptText }),
  z.object({ kind: z.literal('move'), id: promptId, by: z.union([z.literal(-1), z.literal(1)]) }),
  z.object({ kind: z.literal('remove'), id: promptId }),
  /** Sends an uncertain one again. */
  z.object({ kind: z.literal('again'), id: promptId }),
  /** Lets the line go on after a turn that failed or was interrupted. */
  z.object({ kind: z.literal('go') }),
]);
export type PromptChange = z.infer<typeof promptChangeSchema>;

/** `POST /api/live/sessions/:id/prompts`, signed: answered when the change is on the disk. */
export const promptIntentSchema = z.lazyObject(() => ({
  window: z.string().check(z.minLength(1), z.maxLength(100)),
  change: promptChangeSchema,
}));

/** `resume`: no process runs the session; the window is to start one, and the line goes there. */
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
   */
  act: z.enum(['interrupt', 'end', 'terminate', 'release']),
}));
export type SessionAct = z.infer<typeof sessionActSchema>['act'];

export const sessionActAnswerSchema = z.lazyObject(() => ({
  /** `unreachable`: not by its terminal, nor by its runner; nothing was done. */
  outcome: z.enum(['done', 'unreachable']),
}));
export type SessionActOutcome = z.infer<typeof sessionActAnswerSchema>['outcome'];

/** What a person sends to go on after a failed turn. */
export const continuation = 'Continue where you left off.';
