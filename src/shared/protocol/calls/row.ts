import type * as z from '../schema';
import type { SignedAct } from '../signed';

/**
 * The kind of client that makes a call. Each client's type offers only its own calls; pages are
 * untrusted, so their window checks each call. The hub checks calls of phones: `phone` without and
 * `seal` with a seal by the phone's own key. `machine` is the desk of a person whose sessions run
 * on this hub's machine; the program that represents the desk there checks its calls.
 */
export type Caller = 'window' | 'page' | 'phone' | 'seal' | 'runner' | 'machine';

/**
 * Why a call needs only the token and no signature. Everybody who can read the config home has the
 * token, for example an agent in a container that mounts it. None of these calls starts a program,
 * publishes, opens a path, reaches another host, or changes what is executed or who may answer.
 *
 * - `reads`: changes nothing.
 * - `presence`: a window or runner reports on itself alone.
 * - `display`: changes what the board shows or who is notified; a person can undo it.
 * - `introduction`: asks a person to accept a key, or proves that they read its code.
 */
export type UnsignedReason = 'reads' | 'presence' | 'display' | 'introduction';

/** What a call requires in addition to the token. */
type Need =
  | {
      /** Act that a key must have signed, over the complete request. */
      readonly signed: SignedAct;
      readonly unsigned?: undefined;
    }
  | { readonly unsigned: UnsignedReason; readonly signed?: undefined };

/** One row of the table. */
export type Call = Need & CallRow;

interface CallRow {
  /** A GET carries its request in the URL, a POST as JSON in its body. */
  readonly method: 'GET' | 'POST';
  /**
   * Path with at most one parameter, such as `:sessionId`, which becomes a field of the request.
   */
  readonly path: string;
  readonly by: readonly Caller[];
  /** Schema of the request's fields, except the path's parameter. */
  readonly request?: z.ZodMiniType;
  /** Additional schema for a phone's request, if phones may request less than other callers. */
  readonly phone?: z.ZodMiniType;
  /**
   * Set if the request has a field `window` for the calling window, which the client fills in.
   * `stream`: the call is about that window's own stream. With the number of the stream, which a
   * signed call has to cover, the caller proves that it reads the stream; the hub's handler
   * receives the stream's key as `window`.
   */
  readonly names?: 'window' | 'stream';
  /**
   * True if the answer confirms that the change is on disk, so that killing the hub afterwards
   * loses nothing. Its handler returns the promise of the write.
   */
  readonly keeps?: true;
  /** Schema of the answer. Without `answer` and `events`, only the status reports success. */
  readonly answer?: z.ZodMiniType;
  /** Schema of the server-sent events that answer the call until either side ends it. */
  readonly events?: z.ZodMiniType;
}

export const windowGet = { method: 'GET', by: ['window'], unsigned: 'reads' } as const;
export const pageGet = { ...windowGet, by: ['window', 'page', 'phone', 'machine'] } as const;
export const phoneGet = { ...windowGet, by: ['window', 'phone', 'machine'] } as const;
export const deskGet = { ...windowGet, by: ['window', 'machine'] } as const;
export const pagePost = {
  method: 'POST',
  by: ['window', 'page', 'phone', 'machine'],
  unsigned: 'display',
} as const;
export const windowPost = { method: 'POST', by: ['window'] } as const;
export const namedPost = { ...windowPost, names: 'window' } as const;
export const streamPost = { ...windowPost, names: 'stream' } as const;
export const deskPost = { method: 'POST', by: ['window', 'machine'] } as const;
export const namedDeskPost = { ...deskPost, names: 'window' } as const;
export const streamDeskPost = { ...deskPost, names: 'stream' } as const;
/** Calls that phones make as well, under their own seals; each phone counts as a window. */
export const sealedPost = {
  method: 'POST',
  by: ['window', 'seal', 'machine'],
  names: 'window',
} as const;
