import * as z from '../protocol/schema';
import { maxFindLength } from '../text/searchWords';
import type { CardIconName } from '../board/displayLooks';
import type { Tone } from '../presentation';
import type { ToPage } from './pageMessages';
import type { OutlineEntry } from './outline';
import type { Overview } from './overview';
import type { ItemPlace, ReaderItem } from './readerItems';

/** Header of a transcript. All texts are untrusted, on one line and without control characters. */
export interface ReaderHead {
  readonly title: string;
  /** Title of the parent session, for a subagent's transcript. */
  readonly parentTitle?: string;
  readonly projectName: string;
  readonly gitBranch: string;
  readonly model: string;
  /** State of a live session; absent for a past one. */
  readonly state?: { readonly label: string; readonly icon: CardIconName; readonly tone: Tone };
  /** True while the session is on the board and can be shown there. */
  readonly onBoard: boolean;
}

const seekTargets = ['prompt', 'question', 'error'] as const;
export type SeekTarget = (typeof seekTargets)[number];

/** Messages from host to reader; the reader sends `ready` to restart reading. */
export type ToReader =
  /** The answer to `ping`. */
  | { readonly type: 'alive' }
  | { readonly type: 'head'; readonly head: ReaderHead }
  /** For the session bar, which is a page of the board with one card. */
  | { readonly type: 'bar'; readonly message: ToPage }
  /**
   * Items of complete lines from byte `from` to byte `to`; `end` is the end of the last complete
   * line of the file.
   */
  | {
      readonly type: 'lines';
      readonly request: number;
      readonly from: number;
      readonly to: number;
      readonly end: number;
      readonly items: readonly ReaderItem[];
    }
  /** The answer to a failed request; `reason` is a sentence for the person. */
  | { readonly type: 'unread'; readonly request: number; readonly reason: string }
  /** The file grew; `end` is the new end of its last complete line, in bytes. */
  | { readonly type: 'grew'; readonly end: number }
  /** The file was replaced or truncated; all items received before are invalid. */
  | { readonly type: 'replaced' }
  /** An item with its complete texts. */
  | { readonly type: 'whole'; readonly item: ReaderItem }
  | {
      readonly type: 'picture';
      readonly place: ItemPlace;
      readonly index: number;
      /** A `data:` URL; absent if the picture can't be shown. */
      readonly source?: string;
    }
  | {
      readonly type: 'sought';
      readonly request: number;
      /** Position of the match; absent if there is none. */
      readonly place?: ItemPlace;
    }
  /** Further matches in file order; the last message of a search has `done` set. */
  | {
      readonly type: 'found';
      readonly search: number;
      readonly places: readonly ItemPlace[];
      readonly done: boolean;
      /** True if there are more matches than were counted. */
      readonly capped: boolean;
    }
  /** Further entries of the outline in file order; `done` once the complete file was read. */
  | {
      readonly type: 'outlined';
      readonly request: number;
      readonly entries: readonly OutlineEntry[];
      readonly done: boolean;
    }
  /** Facts that require the complete file; sent whenever they change. */
  | { readonly type: 'overview'; readonly overview: Overview }
  /** Opens the search with this text and goes to its first match. */
  | { readonly type: 'lookFor'; readonly text: string };

const byteOffset = z.lazy(() =>
  z.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)),
);
const count = z.lazy(() => z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000_000)));
const placeSchema = z.lazyObject(() => ({
  at: byteOffset,
  part: z.number().check(z.int(), z.minimum(0), z.maximum(100_000)),
}));

/**
 * The transcript that a reader shows; stored in the webview's state, so that it survives a reload.
 */
export const readerTargetSchema = z.lazyObject(() => ({
  sessionId: z.string().check(z.minLength(1), z.maxLength(200)),
  agentId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
}));
export type ReaderTarget = z.infer<typeof readerTargetSchema>;

/** All messages from reader to host; validated by the host, because pages are untrusted. */
export const fromReaderSchema = z.lazyUnion('type', () => [
  z.object({ type: z.literal('ready') }),
  /** Sent after a period without messages, to check that the host is alive. */
  z.object({ type: z.literal('ping') }),
  z.object({
    type: z.literal('read'),
    request: count,
    where: z.enum(['end', 'before', 'after', 'around']),
    /** Byte offset to read at: any for `around`, otherwise one that an answer contained. */
    at: byteOffset,
  }),
  z.object({ type: z.literal('whole'), place: placeSchema }),
  z.object({
    type: z.literal('picture'),
    place: placeSchema,
    index: z.number().check(z.int(), z.minimum(0), z.maximum(1000)),
  }),
  z.object({
    type: z.literal('seek'),
    request: count,
    target: z.enum(seekTargets),
    direction: z.enum(['back', 'on']),
    at: byteOffset,
  }),
  /** An empty text ends the search. */
  z.object({
    type: z.literal('find'),
    search: count,
    text: z.string().check(z.maxLength(maxFindLength)),
    matchCase: z.boolean(),
  }),
  /** Requests the outline and its later additions while `open` is true. */
  z.object({ type: z.literal('outline'), request: count, open: z.boolean() }),
  z.object({ type: z.literal('copy'), place: placeSchema }),
  z.object({
    type: z.literal('openLink'),
    href: z.string().check(z.minLength(1), z.maxLength(4000)),
  }),
  z.object({
    type: z.literal('openSubagent'),
    agentId: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
  z.object({ type: z.literal('openDiff'), call: placeSchema, result: z.optional(placeSchema) }),
  /** The person keeps the tab open, so that another transcript does not replace this one. */
  z.object({ type: z.literal('keep'), kept: z.boolean() }),
  z.object({ type: z.literal('openAsText') }),
  z.object({ type: z.literal('openRaw') }),
  /** From the session bar; validated as a message of the board's page. */
  z.object({ type: z.literal('bar'), message: z.unknown() }),
  z.object({ type: z.literal('showInBoard') }),
  z.object({ type: z.literal('goToTerminal') }),
]);
export type FromReader = z.infer<typeof fromReaderSchema>;
