import { requestIn } from '../protocol/callRequest';
import * as z from '../protocol/schema';
import { densities, groupings, layouts } from '../board/arrangement';
import { sortOrders } from '../board/boardOrder';
import {
  callOf,
  calls,
  parameterIn,
  type CallAnswer,
  type CallBy,
  type CallFromPhone,
  type CallName,
  type CallSaid,
  type CallWith,
} from '../protocol/calls';
import { decisionSchema, shownDigestSchema } from '../protocol/control';
import { fieldsOf } from '../text/fields';
import { promptChangeSchema } from '../protocol/prompts';
import { agentStateGroupSchema, type LiveSession, type Summary } from '../protocol/protocol';
import { callId as call, editorIntents, sessionId as id } from './editorIntents';
import type { SessionPush } from '../protocol/phones';
import type { Mute } from '../protocol/windows';

/**
 * State of the page's data: `connecting` before the first snapshot, `offline` while it is stale,
 * `off` after everything was removed, with no data at all.
 */
export type Connection = 'connecting' | 'live' | 'offline' | 'off';

/** State of the hooks, for the first-run hint. `blocked`: a setting keeps them from running. */
export type HooksStatus = 'unknown' | 'installed' | 'missing' | 'outdated' | 'blocked';

/** The control that this window has over sessions: `on` where requests can be answered in it. */
export interface ControlCard {
  readonly status: 'on' | 'off' | 'untrusted' | 'stranger';
  /** Absolute folders of projects whose requests are answered at their terminals only. */
  readonly disabledProjects: readonly string[];
  /** Code of this editor, which a person types in an accepted one; absent until this one has asked. */
  readonly code?: string | undefined;
}

/**
 * How a card is revealed: `focus` focuses it, `explain` also opens the evidence of its state,
 * `answer` focuses the answer to its request, `show` leaves the focus where it is.
 */
export type RevealHow = 'focus' | 'explain' | 'answer' | 'show';

/** Longest draft of a form or field, in characters of JSON. */
const maxDraftLength = 500_000;

/** What a person writes for a session. Of two with one name the later counts, on every page of a window. */
export const pageDraftSchema = z.lazyObject(() => ({
  /** `message` and `form` answer a request, `prompt` is the box, `edit` a queued prompt. */
  kind: z.enum(['message', 'form', 'prompt', 'edit']),
  sessionId: z.string().check(z.minLength(1), z.maxLength(200)),
  /** Request of an answer, or prompt of an edit. */
  part: z.string().check(z.maxLength(200)),
  /** Time of the last change in ms since 1970. */
  at: z.number(),
  /** Draft as JSON; absent once it was dropped. */
  text: z.optional(z.string().check(z.maxLength(maxDraftLength))),
}));
export type PageDraft = z.infer<typeof pageDraftSchema>;

/** Messages from host to page. `sequence` grows by one; after a gap the page sends `ready`. */
export type ToPage =
  | {
      readonly type: 'snapshot';
      readonly sequence: number;
      readonly sessions: readonly LiveSession[];
      readonly summary: Summary;
      readonly connection: Connection;
      readonly hooks: HooksStatus;
      readonly control: ControlCard;
      readonly mutes: readonly Mute[];
      readonly pushes: readonly SessionPush[];
      /** Home folder of the hub's machine, to show paths as `~/…`. */
      readonly home: string;
    }
  | {
      readonly type: 'update';
      readonly sequence: number;
      readonly changed: readonly LiveSession[];
      readonly removed: readonly string[];
      readonly summary: Summary;
      /** True for sessions that a large snapshot left for later: they are not announced as news. */
      readonly isRest?: boolean;
    }
  | { readonly type: 'connection'; readonly sequence: number; readonly connection: Connection }
  | { readonly type: 'hooks'; readonly sequence: number; readonly hooks: HooksStatus }
  | { readonly type: 'control'; readonly sequence: number; readonly control: ControlCard }
  | { readonly type: 'mutes'; readonly sequence: number; readonly mutes: readonly Mute[] }
  | { readonly type: 'pushes'; readonly sequence: number; readonly pushes: readonly SessionPush[] }
  /** A decision was refused; `problem` is a sentence for the person. Success shows on the board. */
  | {
      readonly type: 'undecided';
      readonly sequence: number;
      readonly call: string;
      readonly problem: string;
    }
  /** A change of the prompt queue was refused. `id` is the id of the prompt. */
  | {
      readonly type: 'promptProblem';
      readonly sequence: number;
      readonly sessionId: string;
      readonly id?: string;
      readonly problem: string;
    }
  /** What was written on other pages of the window. */
  | { readonly type: 'drafts'; readonly sequence: number; readonly drafts: readonly PageDraft[] }
  /** The answer to `ping`; its number is that of the last message. */
  | { readonly type: 'alive'; readonly sequence: number }
  /** Bring one card into view. */
  | {
      readonly type: 'reveal';
      readonly sequence: number;
      readonly sessionId: string;
      readonly how: RevealHow;
    }
  | PageAnswer
  /** A question that cannot be answered; `reason` is a sentence for the person. */
  | {
      readonly type: 'unanswered';
      readonly sequence: number;
      readonly name: PageQuestion;
      readonly reason: string;
    };

/**
 * The calls to the hub that a window forwards for its page. A decision, a prompt and an act on a
 * session are not among them: each has a message of its own, which the window checks.
 */
type PageCall = CallBy<'page'>;

/** Calls of a page that change nothing and are answered. */
export type PageQuestion = PageCall & CallWith<{ method: 'GET' }>;

/**
 * A call that a page asks its window to make. An `act` has no answer: the board shows its effect,
 * and a refusal is a sentence to the person.
 */
export type PageRequest = {
  [Name in PageCall]: {
    readonly type: Name extends PageQuestion ? 'ask' : 'act';
    readonly name: Name;
    readonly request: CallSaid<Name>;
  };
}[PageCall];

/** The answer to a question, with the request it belongs to. */
type PageAnswer = {
  [Name in PageQuestion]: {
    readonly type: 'answer';
    readonly sequence: number;
    readonly name: Name;
    readonly request: CallSaid<Name>;
    readonly answer: CallAnswer<Name>;
  };
}[PageQuestion];

/** Reads the call that a message of a page asks for; undefined where a page may not make it. */
export function pageCallIn(message: unknown): PageRequest | undefined {
  const { type, name, request: said } = fieldsOf(message);
  if (typeof name !== 'string' || !Object.hasOwn(calls, name)) return undefined;
  const row = callOf(name as CallName);
  if (!row.by.includes('page')) return undefined;
  if (type !== (row.method === 'GET' ? 'ask' : 'act')) return undefined;
  const fields = fieldsOf(said);
  const parameter = parameterIn(row.path);
  const id = parameter === undefined ? '' : fields[parameter];
  if (typeof id !== 'string' || (parameter !== undefined && id === '')) return undefined;
  const request = requestIn(row, id, fields);
  return request === undefined ? undefined : ({ type, name, request } as unknown as PageRequest);
}

/** The arrangement that a page asks its window to keep. */
export const arrangementSchema = z.lazyObject(() => ({
  layout: z.optional(z.enum(layouts)),
  grouping: z.optional(z.enum(groupings)),
  density: z.optional(z.enum(densities)),
  sort: z.optional(z.enum(sortOrders)),
  tab: z.optional(agentStateGroupSchema),
  folded: z.optional(z.readonly(z.array(agentStateGroupSchema))),
  hintHidden: z.optional(z.boolean()),
  readyOpen: z.optional(z.boolean()),
  paneWidth: z.optional(z.number()),
  singleKeys: z.optional(z.boolean()),
}));

const upkeep = () =>
  [
    z.object({ type: z.literal('ready') }),
    /** The page has heard nothing for a while and checks that the host is alive. */
    z.object({ type: z.literal('ping') }),
    /** The blocked sessions whose cards are on the screen now, and the sessions whose cards are in hand. */
    z.object({
      type: z.literal('inSight'),
      sessionIds: z.array(id).check(z.maxLength(1_000)),
      inHand: z.array(id).check(z.maxLength(1_000)),
    }),
  ] as const;

/** What a page says of itself to whichever host keeps it equal to the board. */
export const pageUpkeepSchema = z.lazyUnion('type', upkeep);
export type PageUpkeep = z.infer<typeof pageUpkeepSchema>;

/** Messages from page to host beside calls of the hub; validated by the host, not the page. */
export const fromPageSchema = z.lazyUnion('type', () => [
  ...upkeep(),
  /** The page has carried out the host's `reveal` with this number. */
  z.object({ type: z.literal('revealed'), sequence: z.number() }),
  z.object({ type: z.literal('arrange'), arrangement: arrangementSchema }),
  /** The person wrote or dropped something; the other pages of the window show the same. */
  z.object({ type: z.literal('draft'), draft: pageDraftSchema }),
  z.object({ type: z.literal('changePrompts'), sessionId: id, change: promptChangeSchema }),
  z.object({
    type: z.literal('decide'),
    sessionId: id,
    call,
    /** Digest of the request exactly as the person saw it. */
    shown: shownDigestSchema,
    decision: decisionSchema,
  }),
  /** A request came into sight; sent once for each call. */
  z.object({ type: z.literal('shown'), sessionId: id, call }),
  ...editorIntents(),
]);
export type PageMessage = z.infer<typeof fromPageSchema>;
/** Calls that the page of a phone asks for where that of a window asks its editor. */
type PhoneRequest = {
  [Name in 'act' | 'muteSessions' | 'unmuteSessions']: {
    readonly type: 'act';
    readonly name: Name;
    readonly request: CallFromPhone<Name>;
  };
}['act' | 'muteSessions' | 'unmuteSessions'];

/** Every message of a page. */
export type FromPage = PageMessage | PageRequest | PhoneRequest;
