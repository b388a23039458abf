import * as z from '../protocol/schema';
import { maxFindLength } from '../text/searchWords';
import type { LucideName, Tone } from '../presentation';
import type { ItemPlace, ReaderItem } from './readerItems';

/** What stands above a transcript. All texts are foreign, on one line and without controls. */
export interface ReaderHead {
  readonly title: string;
  /** The session of a subagent. */
  readonly parentTitle?: string;
  readonly projectName: string;
  readonly gitBranch: string;
  readonly model: string;
  /** Absent for a session of the past. */
  readonly state?: { readonly label: string; readonly icon: LucideName; readonly tone: Tone };
  /** Whether the session is on the board, so that it can be shown there. */
  readonly onBoard: boolean;
}

const seekTargets = ['prompt', 'question', 'error'] as const;
export type SeekTarget = (typeof seekTargets)[number];

/** Host to page. A page that comes late or again says `ready` and reads anew. */
export type ToReader =
  /** The answer to `ping`. */
  | { readonly type: 'alive' }
  | { readonly type: 'head'; readonly head: ReaderHead }
  /** Whole lines from byte `from` up to byte `to`; `end` is where the last whole line of the file ends. */
  | {
      readonly type: 'lines';
      readonly request: number;
      readonly from: number;
      readonly to: number;
      readonly end: number;
      readonly items: readonly ReaderItem[];
    }
  /** What was asked for cannot be had; a sentence fit for a person. */
  | { readonly type: 'unread'; readonly request: number; readonly reason: string }
  | { readonly type: 'grew'; readonly end: number }
  /** It is another file now, or a shorter one: nothing that was read counts any more. */
  | { readonly type: 'replaced' }
  | { readonly type: 'whole'; readonly item: ReaderItem }
  | {
      readonly type: 'picture';
      readonly place: ItemPlace;
      readonly index: number;
      /** A `data:` address; absent where it is none that is shown. */
      readonly source?: string;
    }
  | {
      readonly type: 'sought';
      readonly request: number;
      /** Absent where there is none. */
      readonly place?: ItemPlace;
    }
  /** Further places, in the order of the file; the last message of a search is `done`. */
  | {
      readonly type: 'found';
      readonly search: number;
      readonly places: readonly ItemPlace[];
      readonly done: boolean;
      /** There are more than are counted. */
      readonly capped: boolean;
    }
  /** Look for this and go to its first place. */
  | { readonly type: 'lookFor'; readonly text: string };

const byte = z.lazy(() =>
  z.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)),
);
const count = z.lazy(() => z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000_000)));
const placeSchema = z.lazyObject(() => ({
  at: byte,
  part: z.number().check(z.int(), z.minimum(0), z.maximum(100_000)),
}));

/** What a window's page is about; its own state carries it over a reload. */
export const readerTargetSchema = z.lazyObject(() => ({
  sessionId: z.string().check(z.minLength(1), z.maxLength(200)),
  agentId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
}));
export type ReaderTarget = z.infer<typeof readerTargetSchema>;

/** Page to host: the whole list of what a page may ask for. Validated by the host, never by the page. */
export const fromReaderSchema = z.lazyUnion('type', () => [
  z.object({ type: z.literal('ready') }),
  /** Whether anybody is there, when nothing has come for a while. */
  z.object({ type: z.literal('ping') }),
  z.object({
    type: z.literal('read'),
    request: count,
    where: z.enum(['end', 'before', 'after', 'around']),
    /** Any byte for `around`, else one that an answer named. */
    at: byte,
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
    at: byte,
  }),
  /** An empty text ends the search. */
  z.object({
    type: z.literal('find'),
    search: count,
    text: z.string().check(z.maxLength(maxFindLength)),
    matchCase: z.boolean(),
  }),
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
  z.object({ type: z.literal('keep'), kept: z.boolean() }),
  z.object({ type: z.literal('openAsText') }),
  z.object({ type: z.literal('openRaw') }),
  z.object({ type: z.literal('showInBoard') }),
  z.object({ type: z.literal('goToTerminal') }),
]);
export type FromReader = z.infer<typeof fromReaderSchema>;
