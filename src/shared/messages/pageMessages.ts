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
  type CallInput,
  type CallWith,
} from '../protocol/calls';
import { decisionSchema, shownDigestSchema } from '../protocol/control';
import { fieldsOf } from '../text/fields';
import { promptChangeSchema } from '../protocol/prompts';
import { agentStateGroupSchema, type LiveSession, type Summary } from '../protocol/protocol';
import { callId as call, editorIntents, sessionId as id } from './editorIntents';
import { grantTermsFields } from '../protocol/work/grants';
import type { SessionPush } from '../protocol/phones';
import type { Mute } from '../protocol/windows';

/**
 * Connection state of the page's data: `connecting` before the first snapshot, `offline` while the
 * data is stale, `off` after the product was removed, without any data.
 */
export type Connection = 'connecting' | 'live' | 'offline' | 'off';

/**
 * State of the hooks, for the first-run hint. `blocked`: a setting prevents them from running.
 * `untrusted`, `changed`: the program runs them once the person has trusted them, or what has
 * changed in them.
 */
export type HooksStatus =
  'unknown' | 'installed' | 'missing' | 'outdated' | 'blocked' | 'untrusted' | 'changed';

/**
 * Control of this window over sessions. `on`: requests can be answered in it. `stranger`: the hub
 * has not accepted this editor's key.
 */
export interface ControlCard {
  readonly status: 'on' | 'off' | 'untrusted' | 'stranger';
  /** Absolute folders of projects whose requests can be answered only in their terminals. */
  readonly disabledProjects: readonly string[];
  /**
   * Code of this editor, which a person types in an accepted editor; absent until acceptance was
   * requested.
   */
  readonly code?: string | undefined;
}

/**
 * How a card is revealed: `focus` focuses it, `explain` also expands Why, `answer` focuses the
 * answer to its request, `followUp` opens the prompt box with the row for its condition, `show`
 * keeps the focus where it is.
 */
export type RevealMode = 'focus' | 'explain' | 'answer' | 'followUp' | 'show';

/** Longest draft of a form or field, in characters of JSON. */
const maxDraftLength = 500_000;

/**
 * A draft that a person writes for a session. Drafts are shared by all pages of a window; of two
 * with the same key, the later one is used.
 */
export const pageDraftSchema = z.lazyObject(() => ({
  /** `message` and `form` answer a request, `prompt` is the prompt box, `edit` a queued prompt. */
  kind: z.enum(['message', 'form', 'prompt', 'edit']),
  sessionId: z.string().check(z.minLength(1), z.maxLength(200)),
  /** Id of the request or of the edited prompt. */
  part: z.string().check(z.maxLength(200)),
  /** Time of the last change in ms since 1970. */
  at: z.number(),
  /** Draft as JSON; absent once it was discarded. */
  text: z.optional(z.string().check(z.maxLength(maxDraftLength))),
}));
export type PageDraft = z.infer<typeof pageDraftSchema>;

/**
 * Messages from host to page. `sequence` increases by one; after a gap the page sends `ready` to
 * receive a snapshot.
 */
export type ToPage =
  | {
      readonly type: 'snapshot';
      readonly sequence: number;
      readonly sessions: readonly LiveSession[];
      readonly summary: Summary;
      readonly connection: Connection;
      readonly hooks: HooksStatus;
      /** State of the hooks of Codex; absent or `unknown` if it is not on the board. */
      readonly codexHooks?: HooksStatus;
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
      /** True for the remaining sessions of a large snapshot, which are not announced as new. */
      readonly isRest?: boolean;
    }
  | { readonly type: 'connection'; readonly sequence: number; readonly connection: Connection }
  | {
      readonly type: 'hooks';
      readonly sequence: number;
      readonly hooks: HooksStatus;
      readonly codexHooks?: HooksStatus;
    }
  | { readonly type: 'control'; readonly sequence: number; readonly control: ControlCard }
  | { readonly type: 'mutes'; readonly sequence: number; readonly mutes: readonly Mute[] }
  | { readonly type: 'pushes'; readonly sequence: number; readonly pushes: readonly SessionPush[] }
  /**
   * A decision was refused; `problem` is a sentence for the person. A success is visible on the
   * board.
   */
  | {
      readonly type: 'undecided';
      readonly sequence: number;
      readonly call: string;
      readonly problem: string;
    }
  /** A change of the prompt queue was refused; `id` is the prompt's id. */
  | {
      readonly type: 'promptProblem';
      readonly sequence: number;
      readonly sessionId: string;
      readonly id?: string;
      readonly problem: string;
    }
  /** Drafts written on other pages of the window. */
  | { readonly type: 'drafts'; readonly sequence: number; readonly drafts: readonly PageDraft[] }
  /** The answer to `ping`, with the number of the last message. */
  | { readonly type: 'alive'; readonly sequence: number }
  /** Shows one session in the lists or the pane. */
  | {
      readonly type: 'reveal';
      readonly sequence: number;
      readonly sessionId: string;
      readonly how: RevealMode;
    }
  | PageAnswer
  /** A query that failed; `reason` is a sentence for the person. */
  | {
      readonly type: 'unanswered';
      readonly sequence: number;
      readonly name: PageQuery;
      readonly reason: string;
    };

/**
 * Calls to the hub that a window forwards for its page. Decisions, prompts and acts on a session
 * are excluded: they have messages of their own, which the window checks.
 */
type PageCall = CallBy<'page'>;

/** Names of page calls that change nothing and return an answer. */
export type PageQuery = PageCall & CallWith<{ method: 'GET' }>;

/**
 * A call that a page requests from its window. An `act` has no answer: its effect appears on the
 * board, and a refusal is shown to the person.
 */
export type PageRequest = {
  [Name in PageCall]: {
    readonly type: Name extends PageQuery ? 'ask' : 'act';
    readonly name: Name;
    readonly request: CallInput<Name>;
  };
}[PageCall];

/** The answer to a query, with its request. */
type PageAnswer = {
  [Name in PageQuery]: {
    readonly type: 'answer';
    readonly sequence: number;
    readonly name: Name;
    readonly request: CallInput<Name>;
    readonly answer: CallAnswer<Name>;
  };
}[PageQuery];

/** Parses the call that a page requests; undefined if pages may not make it. */
export function parsePageCall(message: unknown): PageRequest | undefined {
  const { type, name, request: received } = fieldsOf(message);
  if (typeof name !== 'string' || !Object.hasOwn(calls, name)) return undefined;
  const row = callOf(name as CallName);
  if (!row.by.includes('page')) return undefined;
  if (type !== (row.method === 'GET' ? 'ask' : 'act')) return undefined;
  const fields = fieldsOf(received);
  const parameter = parameterIn(row.path);
  const id = parameter === undefined ? '' : fields[parameter];
  if (typeof id !== 'string' || (parameter !== undefined && id === '')) return undefined;
  const request = requestIn(row, id, fields);
  return request === undefined ? undefined : ({ type, name, request } as unknown as PageRequest);
}

/** The arrangement that a page asks its window to store. */
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

const pageReports = () =>
  [
    z.object({ type: z.literal('ready') }),
    /** Sent after a period without messages, to check that the host is alive. */
    z.object({ type: z.literal('ping') }),
    /**
     * The blocked sessions whose cards are visible now, and the sessions that the person attends
     * to.
     */
    z.object({
      type: z.literal('inSight'),
      sessionIds: z.array(id).check(z.maxLength(1_000)),
      inHand: z.array(id).check(z.maxLength(1_000)),
    }),
  ] as const;

/** State that a page reports to the host, which keeps the page in sync with the board. */
export const pageReportSchema = z.lazyUnion('type', pageReports);
export type PageReport = z.infer<typeof pageReportSchema>;

/**
 * Messages from page to host other than calls to the hub; validated by the host, because pages are
 * untrusted.
 */
export const fromPageSchema = z.lazyUnion('type', () => [
  ...pageReports(),
  /** The page has performed the host's `reveal` with this sequence number. */
  z.object({ type: z.literal('revealed'), sequence: z.number() }),
  z.object({ type: z.literal('arrange'), arrangement: arrangementSchema }),
  /** The person changed or discarded a draft; other pages of the window are updated. */
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
  /** Allows the request and later ones by a rule; `shown` as for `decide`. */
  z.object({
    type: z.literal('giveGrant'),
    sessionId: id,
    call,
    shown: shownDigestSchema,
    ...grantTermsFields(),
  }),
  /** A request became visible; sent once for each call. */
  z.object({ type: z.literal('shown'), sessionId: id, call }),
  ...editorIntents(),
]);
export type PageMessage = z.infer<typeof fromPageSchema>;
/**
 * Calls that a phone's page makes to the hub itself; a page in a window requests them from its
 * editor instead.
 */
type PhoneRequest = {
  [Name in 'act' | 'muteSessions' | 'unmuteSessions']: {
    readonly type: 'act';
    readonly name: Name;
    readonly request: CallFromPhone<Name>;
  };
}['act' | 'muteSessions' | 'unmuteSessions'];

/** Every message of a page. */
export type FromPage = PageMessage | PageRequest | PhoneRequest;
