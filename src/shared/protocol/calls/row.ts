import type * as z from '../schema';
import type { SignedAct } from '../signed';

/**
 * The kind of client that makes a call. Each client is typed by its caller and offers no other
 * calls; a page is not trusted, so its window checks that. The hub checks what a phone calls: `phone`
 * as it is, `seal` under a seal by the phone's own key. `machine` is the desk of a person whose
 * sessions run at this hub's machine; the program that speaks for the desk there checks that.
 */
export type Caller = 'window' | 'page' | 'phone' | 'seal' | 'runner' | 'machine';

/**
 * Why a call needs no signature, only the token, which everybody has who can read the config home:
 * an agent in a container with a mount of it, for one. None of them starts a program, publishes,
 * opens a path, reaches another host, or changes what is run or who may answer.
 *
 * - `reads`: changes nothing.
 * - `presence`: a window or runner speaks about itself alone.
 * - `display`: changes what the board shows or who is notified; a person can undo it.
 * - `introduction`: asks a person to accept a key, or proves that they read its code.
 */
export type Unsigned = 'reads' | 'presence' | 'display' | 'introduction';

/** Each row states what its call needs beside the token. */
type Need =
  | {
      /** Act that a key must have signed for the hub to take the call, over its whole request. */
      readonly signed: SignedAct;
      readonly unsigned?: undefined;
    }
  | { readonly unsigned: Unsigned; readonly signed?: undefined };

/** One row of the table. */
export type Call = Need & CallRow;

interface CallRow {
  /** A GET carries its request in the URL, a POST as JSON in its body. */
  readonly method: 'GET' | 'POST';
  /** Path with at most one parameter, such as `:sessionId`: a field of the request. */
  readonly path: string;
  readonly by: readonly Caller[];
  /** Schema of the request's fields, without the path's parameter. */
  readonly request?: z.ZodMiniType;
  /** Schema that the request of a phone matches as well, where a phone may ask for less than others. */
  readonly phone?: z.ZodMiniType;
  /**
   * Set where `window` of the request is the calling window; the client fills it in. `stream`: the call is
   * about that window's own stream. The caller shows by its number that it reads it, and signs the number
   * where it signs; the hub's handler gets the key of the stream as `window`.
   */
  readonly names?: 'window' | 'stream';
  /**
   * Set where the answer says that what the call changes is on the disk: a hub that is killed right
   * after it has lost nothing. Its handler answers with the promise of the kept file.
   */
  readonly keeps?: true;
  /** Schema of the answer. Without `answer` and `events`, the status alone tells success. */
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
/** Phones make it, too, under seals of their own: each stands for a window of its own. */
export const sealedPost = {
  method: 'POST',
  by: ['window', 'seal', 'machine'],
  names: 'window',
} as const;
