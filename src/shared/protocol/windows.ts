import { keysNewsSchema } from './keys';
import { lifeNewsSchema } from './life';
import { phonesNewsSchema } from './phones';
import * as z from './schema';

const windowId = z.lazy(() => z.string().check(z.minLength(1), z.maxLength(100)));
const sessionId = z.lazy(() => z.string().check(z.minLength(1), z.maxLength(600)));
const time = z.lazy(() => z.number().check(z.nonnegative()));
const processId = z.lazy(() => z.number().check(z.int(), z.nonnegative()));

export const notificationLevelSchema = z.lazy(() => z.enum(['off', 'blocked', 'all']));
/** Notification level: none, blocked sessions only, or finished turns as well. */
export type NotificationLevel = z.infer<typeof notificationLevelSchema>;

/** `POST /api/live/windows/:id`; ignored without a stream opened with `?window=<id>`. */
export const presenceSchema = z.lazyObject(() => ({
  /**
   * Time at which the window started watching, ms since 1970; it is not notified of earlier
   * changes.
   */
  since: time,
  /** Process id of its extension host. */
  pid: processId,
  focused: z.boolean(),
  /** False after about a minute without input in the window. */
  active: z.optional(z.boolean()),
  /** Time of its last focus, ms since 1970; 0 if never. */
  focusedAt: time,
  notifications: notificationLevelSchema,
  folders: z.array(z.string().check(z.maxLength(4096))).check(z.maxLength(1000)),
  /** Process ids of the shells of its terminals. */
  terminals: z.array(processId).check(z.maxLength(10_000)),
  /** The terminal and the sessions visible in the focused window. */
  front: z.object({
    terminal: z.optional(processId),
    sessions: z.array(sessionId).check(z.maxLength(1000)),
    /** True if the board is visible. */
    board: z.optional(z.boolean()),
    /** Sessions whose cards are visible; this does not mark them as seen. */
    cards: z.optional(z.array(sessionId).check(z.maxLength(1000))),
    /**
     * Sessions that the person attends to: their card has the focus, the pointer or is expanded, or
     * their request is open as a plan, a diff or a dialog.
     */
    inHand: z.optional(z.array(sessionId).check(z.maxLength(1000))),
  }),
}));
export type Presence = z.infer<typeof presenceSchema>;

const reachSchema = z.lazy(() => z.enum(['terminal', 'editor', 'none']));
/**
 * The part of an editor in which a person can answer a session: its terminal, the client's own
 * editor extension, or none.
 */
export type Reach = z.infer<typeof reachSchema>;

const orderSchema = z.lazyUnion('type', () => [
  /**
   * Notify the person that the session needs them; the window shows this only after the hub
   * accepted its answer to the order.
   */
  z.object({
    type: z.literal('notify'),
    order: z.string(),
    sessionId,
    reach: reachSchema,
    /** Process id of its terminal's shell, if a window has the terminal. */
    terminal: z.optional(processId),
  }),
  /**
   * Warn the person that the session's uncommitted work was removed: a collision of level 3 on its
   * card.
   */
  z.object({
    type: z.literal('warn'),
    order: z.string(),
    sessionId,
    collision: z.string().check(z.maxLength(200)),
  }),
  /** Bring the terminal with that shell, and its window, to the front. */
  z.object({ type: z.literal('showTerminal'), order: z.string(), sessionId, terminal: processId }),
  /** Open the session in the client's own editor extension. */
  z.object({ type: z.literal('showEditor'), order: z.string(), sessionId }),
  /** Type a prompt into the terminal with that shell and submit it. */
  z.object({
    type: z.literal('typePrompt'),
    order: z.string(),
    sessionId,
    terminal: processId,
    text: z.string(),
  }),
  /** Press Escape in the terminal with that shell. */
  z.object({ type: z.literal('interrupt'), order: z.string(), sessionId, terminal: processId }),
  /** Exit the client in the terminal with that shell. */
  z.object({ type: z.literal('endSession'), order: z.string(), sessionId, terminal: processId }),
  /** Open the client's permission list in the terminal with that shell. */
  z.object({
    type: z.literal('openPermissions'),
    order: z.string(),
    sessionId,
    terminal: processId,
  }),
  /**
   * Start a session without a terminal under that id, with its first prompt. The window claims the
   * start first, see `StartClaims`.
   */
  z.object({
    type: z.literal('startSession'),
    order: z.string(),
    sessionId: z.uuid(),
    folder: z.string(),
    /** True to start it in a git worktree that the client creates. */
    worktree: z.boolean(),
    text: z.string(),
  }),
  /** Read a pull request from github.com; the window returns it with `answerPull`. */
  z.object({
    type: z.literal('readPull'),
    order: z.string(),
    owner: z.string().check(z.maxLength(100)),
    repository: z.string().check(z.maxLength(100)),
    number: z.number().check(z.int(), z.positive()),
  }),
]);
/** An order of the hub to one window, which has to answer it. */
export type Order = z.infer<typeof orderSchema>;

export const muteSchema = z.lazyUnion('scope', () => [
  z.object({ scope: z.literal('session'), sessionId, until: z.optional(time) }),
  z.object({
    scope: z.literal('project'),
    path: z.string().check(z.minLength(1), z.maxLength(4096)),
    /** Id of the project's machine; absent for this machine. */
    machine: z.optional(z.string().check(z.maxLength(100))),
    until: z.optional(time),
  }),
  z.object({ scope: z.literal('all'), until: z.optional(time) }),
]);
/** Target and end of a mute, in ms since 1970; without `until` it lasts until it is removed. */
export type Mute = z.infer<typeof muteSchema>;

export const lossSchema = z.lazyObject(() => ({
  /** Name of the file, such as `prompts.json`. */
  name: z.string(),
  /** Path to which the file was moved unchanged. */
  path: z.string(),
}));
/** A file of ours that could not be read completely and was moved aside. */
export type Loss = z.infer<typeof lossSchema>;

export const windowMessageSchema = z.lazyUnion('type', () => [
  z.object({ type: z.literal('order'), data: orderSchema }),
  z.object({ type: z.literal('mutes'), data: z.array(muteSchema) }),
  z.object({ type: z.literal('keys'), data: keysNewsSchema }),
  z.object({ type: z.literal('phones'), data: phonesNewsSchema }),
  z.object({ type: z.literal('life'), data: lifeNewsSchema }),
  /** Sent once, to a single window, so that the person is notified only once. */
  z.object({ type: z.literal('loss'), data: lossSchema }),
]);
/** Stream message to one window; its frame has no id. */
export type WindowMessage = z.infer<typeof windowMessageSchema>;

/**
 * `POST /api/live/windows/:id/answer`: claims an order. A late answer is refused; the window must
 * then show nothing.
 */
export const orderAnswerSchema = z.lazyObject(() => ({
  order: z.string().check(z.maxLength(100)),
  taken: z.boolean(),
}));
export type OrderAnswer = z.infer<typeof orderAnswerSchema>;

/** `POST /api/live/mutes`: adds or removes a mute. */
export const muteIntentSchema = z.lazyObject(() => ({ mute: muteSchema, on: z.boolean() }));
export type MuteIntent = z.infer<typeof muteIntentSchema>;

const sessionIds = z.lazy(() => z.array(sessionId).check(z.minLength(1), z.maxLength(1_000)));

/** `POST /api/live/mutes/sessions`: mutes the given sessions that are on the board. */
export const muteSessionsSchema = z.lazyObject(() => ({
  sessionIds,
  /** Without it, the mute lasts until it is removed. */
  span: z.optional(z.enum(['hour', 'always'])),
}));

/** `POST /api/live/mutes/remove`. */
export const unmuteSessionsSchema = z.lazyObject(() => ({ sessionIds }));

/** `POST /api/live/sessions/:id/show`: bring a session to the front, in any window. */
export const showIntentSchema = z.lazyObject(() => ({ window: windowId }));
export type ShowIntent = z.infer<typeof showIntentSchema>;

export const placeSchema = z.lazyObject(() => ({
  pid: processId,
  /** Names of the client's parent processes, nearest first: `zsh`, `tmux: server`. */
  programs: z.array(z.string()),
}));
/** Place of a session that runs outside all windows. */
export type OutsidePlace = z.infer<typeof placeSchema>;

export const showOutcomeSchema = z.lazyUnion('kind', () => [
  /** A window brought it to the front. */
  z.object({ kind: z.literal('shown'), window: windowId, folders: z.array(z.string()) }),
  /** The session's window does not answer. */
  z.object({ kind: z.literal('silent'), folders: z.array(z.string()) }),
  z.object({ kind: z.literal('outside'), place: placeSchema }),
  /** No known process runs the session. */
  z.object({ kind: z.literal('ended') }),
]);
export type ShowOutcome = z.infer<typeof showOutcomeSchema>;

/**
 * `POST /api/live/next`: the next session that needs a person, cycling through the sessions of all
 * windows.
 */
export const nextIntentSchema = z.lazyObject(() => ({ window: windowId }));
export type NextIntent = z.infer<typeof nextIntentSchema>;

export const nextAnswerSchema = z.lazyObject(() => ({ sessionId: z.optional(sessionId) }));
export type NextAnswer = z.infer<typeof nextAnswerSchema>;

/**
 * `GET /api/live/windows`: the sessions that people attend to, in focused windows and on phones.
 */
export const attendedSchema = z.lazyObject(() => ({
  /** Sessions with which somebody interacts: opened, pointed at, or worked in. */
  inHand: z.array(z.string()),
  /** Blocked sessions whose cards are only visible. */
  inSight: z.array(z.string()),
}));
export type Attended = z.infer<typeof attendedSchema>;
