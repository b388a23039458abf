import { keysNewsSchema } from './keys';
import { lifeNewsSchema } from './life';
import { phonesNewsSchema } from './phones';
import * as z from './schema';

const windowId = z.lazy(() => z.string().check(z.minLength(1), z.maxLength(100)));
const sessionId = z.lazy(() => z.string().check(z.minLength(1), z.maxLength(600)));
const time = z.lazy(() => z.number().check(z.nonnegative()));
const processId = z.lazy(() => z.number().check(z.int(), z.nonnegative()));

export const notificationLevelSchema = z.lazy(() => z.enum(['off', 'blocked', 'all']));
/** Level of notifications: none, blocked sessions only, or finished turns, too. */
export type NotificationLevel = z.infer<typeof notificationLevelSchema>;

/** `POST /api/live/windows/:id`; worth nothing without a stream that was opened with `?window=<id>`. */
export const presenceSchema = z.lazyObject(() => ({
  /** Time at which the window began to watch, ms since 1970: earlier changes are no news to it. */
  since: time,
  /** Process id of its extension host. */
  pid: processId,
  focused: z.boolean(),
  /** False after about a minute in which nobody touched the window. */
  active: z.optional(z.boolean()),
  /** Time of its last focus, ms since 1970; 0 if never. */
  focusedAt: time,
  notifications: notificationLevelSchema,
  folders: z.array(z.string().check(z.maxLength(4096))).check(z.maxLength(1000)),
  /** Process ids of the shells of its terminals. */
  terminals: z.array(processId).check(z.maxLength(10_000)),
  /** Terminal and sessions that are visible while the window is focused. */
  front: z.object({
    terminal: z.optional(processId),
    sessions: z.array(sessionId).check(z.maxLength(1000)),
    /** True where the board is on the screen. */
    board: z.optional(z.boolean()),
    /** Sessions whose cards are on the screen: a glance at the board is no visit to the session. */
    cards: z.optional(z.array(sessionId).check(z.maxLength(1000))),
    /**
     * Sessions that the person is at: the card with the focus, the pointer or opened, or its
     * request as a plan, a comparison or a dialog.
     */
    inHand: z.optional(z.array(sessionId).check(z.maxLength(1000))),
  }),
}));
export type Presence = z.infer<typeof presenceSchema>;

const reachSchema = z.lazy(() => z.enum(['terminal', 'editor', 'none']));
/** The place where a person can answer a session inside an editor window, if any. */
export type Reach = z.infer<typeof reachSchema>;

const orderSchema = z.lazyUnion('type', () => [
  /** Notify the person that the session needs them; shown only if the answer came in time. */
  z.object({
    type: z.literal('notify'),
    order: z.string(),
    sessionId,
    reach: reachSchema,
    /** Process id of the shell of its terminal, where a window has it. */
    terminal: z.optional(processId),
  }),
  /** Warn the person that the session's uncommitted work was taken: a collision of level 3 on its card. */
  z.object({
    type: z.literal('warn'),
    order: z.string(),
    sessionId,
    collision: z.string().check(z.maxLength(200)),
  }),
  /** Bring the terminal with that shell to the front, and the window with it. */
  z.object({ type: z.literal('showTerminal'), order: z.string(), sessionId, terminal: processId }),
  /** Open the session in the client's own editor extension. */
  z.object({ type: z.literal('showEditor'), order: z.string(), sessionId }),
  /** Type a prompt into the terminal with that shell, and send it. */
  z.object({
    type: z.literal('typePrompt'),
    order: z.string(),
    sessionId,
    terminal: processId,
    text: z.string(),
  }),
  /** Press Escape in the terminal with that shell. */
  z.object({ type: z.literal('interrupt'), order: z.string(), sessionId, terminal: processId }),
  /** Leave the client in the terminal with that shell. */
  z.object({ type: z.literal('endSession'), order: z.string(), sessionId, terminal: processId }),
  /** Open the client's list of permissions in the terminal with that shell. */
  z.object({
    type: z.literal('openPermissions'),
    order: z.string(),
    sessionId,
    terminal: processId,
  }),
  /** Ask github.com for a pull request; `answerPull` answers it. */
  z.object({
    type: z.literal('readPull'),
    order: z.string(),
    owner: z.string().check(z.maxLength(100)),
    repository: z.string().check(z.maxLength(100)),
    number: z.number().check(z.int(), z.positive()),
  }),
]);
/** An order of the hub to one window, which answers it. */
export type Order = z.infer<typeof orderSchema>;

export const muteSchema = z.lazyUnion('scope', () => [
  z.object({ scope: z.literal('session'), sessionId, until: z.optional(time) }),
  z.object({
    scope: z.literal('project'),
    path: z.string().check(z.minLength(1), z.maxLength(4096)),
    /** Id of the machine that has the project, where that is another. */
    machine: z.optional(z.string().check(z.maxLength(100))),
    until: z.optional(time),
  }),
  z.object({ scope: z.literal('all'), until: z.optional(time) }),
]);
/** Target and end of a mute, in ms since 1970; without `until` it lasts until it is taken back. */
export type Mute = z.infer<typeof muteSchema>;

export const lossSchema = z.lazyObject(() => ({
  /** Name of the file, such as `prompts.json`. */
  name: z.string(),
  /** Path to which the file was moved unchanged. */
  path: z.string(),
}));
/** A file of ours that could not be read completely and was set aside. */
export type Loss = z.infer<typeof lossSchema>;

export const windowMessageSchema = z.lazyUnion('type', () => [
  z.object({ type: z.literal('order'), data: orderSchema }),
  z.object({ type: z.literal('mutes'), data: z.array(muteSchema) }),
  z.object({ type: z.literal('keys'), data: keysNewsSchema }),
  z.object({ type: z.literal('phones'), data: phonesNewsSchema }),
  z.object({ type: z.literal('life'), data: lifeNewsSchema }),
  /** Sent to one window, once: no other tells the person. */
  z.object({ type: z.literal('loss'), data: lossSchema }),
]);
/** Message of the stream to one window; its frame has no id. */
export type WindowMessage = z.infer<typeof windowMessageSchema>;

/** `POST /api/live/windows/:id/answer`. Refused where it comes too late: then nothing is to be shown. */
export const orderAnswerSchema = z.lazyObject(() => ({
  order: z.string().check(z.maxLength(100)),
  taken: z.boolean(),
}));
export type OrderAnswer = z.infer<typeof orderAnswerSchema>;

/** `POST /api/live/mutes`: adds or removes a mute. */
export const muteIntentSchema = z.lazyObject(() => ({ mute: muteSchema, on: z.boolean() }));
export type MuteIntent = z.infer<typeof muteIntentSchema>;

const sessionIds = z.lazy(() => z.array(sessionId).check(z.minLength(1), z.maxLength(1_000)));

/** `POST /api/live/mutes/sessions`: mutes those of the sessions that are on the board. */
export const muteSessionsSchema = z.lazyObject(() => ({
  sessionIds,
  /** Until it is taken back where it is left out. */
  span: z.optional(z.enum(['hour', 'always'])),
}));

/** `POST /api/live/mutes/remove`. */
export const unmuteSessionsSchema = z.lazyObject(() => ({ sessionIds }));

/** `POST /api/live/sessions/:id/show`: bring a session to the front, in any window. */
export const showIntentSchema = z.lazyObject(() => ({ window: windowId }));
export type ShowIntent = z.infer<typeof showIntentSchema>;

export const placeSchema = z.lazyObject(() => ({
  pid: processId,
  /** Names of the parent processes of the client, the nearest first: `zsh`, `tmux: server`. */
  programs: z.array(z.string()),
}));
/** Place of a session that runs outside of all windows. */
export type OutsidePlace = z.infer<typeof placeSchema>;

export const showOutcomeSchema = z.lazyUnion('kind', () => [
  /** A window brought it to the front. */
  z.object({ kind: z.literal('shown'), window: windowId, folders: z.array(z.string()) }),
  /** Its window does not answer. */
  z.object({ kind: z.literal('silent'), folders: z.array(z.string()) }),
  z.object({ kind: z.literal('outside'), place: placeSchema }),
  /** No known process runs the session. */
  z.object({ kind: z.literal('ended') }),
]);
export type ShowOutcome = z.infer<typeof showOutcomeSchema>;

/** `POST /api/live/next`: the next session that needs a person, in one round over all windows. */
export const nextIntentSchema = z.lazyObject(() => ({ window: windowId }));
export type NextIntent = z.infer<typeof nextIntentSchema>;

export const nextAnswerSchema = z.lazyObject(() => ({ sessionId: z.optional(sessionId) }));
export type NextAnswer = z.infer<typeof nextAnswerSchema>;

/** `GET /api/live/windows`: the sessions that persons attend to, in windows with the focus and on phones. */
export const attendedSchema = z.lazyObject(() => ({
  /** Sessions that somebody is at: opened, pointed at, worked in. */
  inHand: z.array(z.string()),
  /** Sessions whose blocked cards are merely on the screen. */
  inSight: z.array(z.string()),
}));
export type Attended = z.infer<typeof attendedSchema>;
