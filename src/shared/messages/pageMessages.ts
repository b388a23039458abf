import * as z from '../protocol/schema';
import { groupings, layouts } from '../board/arrangement';
import { sortOrders } from '../board/boardOrder';
import {
  callOf,
  calls,
  parameterIn,
  requestIn,
  type CallAnswer,
  type CallBy,
  type CallName,
  type CallSaid,
  type CallWith,
} from '../protocol/calls';
import { decisionSchema, shownDigestSchema } from '../protocol/control';
import { fieldsOf } from '../text/fields';
import { promptChangeSchema } from '../protocol/prompts';
import {
  agentStateGroupSchema,
  daySchema,
  type LiveSession,
  type Summary,
} from '../protocol/protocol';
import type { SignedAct } from '../protocol/signed';
import type { Mute } from '../protocol/windows';

/**
 * How the page's data reaches it: `connecting` before the first snapshot, `offline` while it is stale,
 * `off` after everything was removed, with no data at all.
 */
export type Connection = 'connecting' | 'live' | 'offline' | 'off';

/** What the host knows about hooks; drives the first-run hint. `blocked`: a setting keeps them from running. */
export type HooksStatus = 'unknown' | 'installed' | 'missing' | 'outdated' | 'blocked';

/** Whether requests are answered in this window. */
export interface ControlCard {
  readonly status: 'on' | 'off' | 'untrusted' | 'stranger';
  /** Absolute folders whose sessions are answered at their terminals. */
  readonly disabledProjects: readonly string[];
}

/**
 * `focus` it, `explain` also opens what its state is based on, `answer` focuses where its request is
 * answered; `show` leaves the focus where it is.
 */
export type RevealHow = 'focus' | 'explain' | 'answer' | 'show';

/** Host to page. `sequence` grows by one; a page that misses one sends `ready` again. */
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
      /** Home folder of the hub's machine, to show paths as `~/…`. */
      readonly home: string;
    }
  | {
      readonly type: 'update';
      readonly sequence: number;
      readonly changed: readonly LiveSession[];
      readonly removed: readonly string[];
      readonly summary: Summary;
      /** What a large snapshot left for later: no news. */
      readonly isRest?: boolean;
    }
  | { readonly type: 'connection'; readonly sequence: number; readonly connection: Connection }
  | { readonly type: 'hooks'; readonly sequence: number; readonly hooks: HooksStatus }
  | { readonly type: 'control'; readonly sequence: number; readonly control: ControlCard }
  | { readonly type: 'mutes'; readonly sequence: number; readonly mutes: readonly Mute[] }
  /** A decision was not taken; one sentence says why. Where one is taken, the board tells. */
  | {
      readonly type: 'undecided';
      readonly sequence: number;
      readonly call: string;
      readonly problem: string;
    }
  /** A change of what is in line was not made; one sentence says why. `id` is the prompt's. */
  | {
      readonly type: 'promptProblem';
      readonly sequence: number;
      readonly sessionId: string;
      readonly id?: string;
      readonly problem: string;
    }
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
  /** What was asked cannot be answered; `reason` is a sentence fit for a person. */
  | {
      readonly type: 'unanswered';
      readonly sequence: number;
      readonly name: PageQuestion;
      readonly reason: string;
    };

/**
 * Calls to the hub that a window makes for its page as they are. None of them is signed: what is to be
 * signed has a message of its own, which the window checks.
 */
type PageCall = Exclude<CallBy<'page'>, CallWith<{ signed: SignedAct }>>;

/** Those that change nothing, and are answered. */
export type PageQuestion = PageCall & CallWith<{ method: 'GET' }>;

/** `act` is answered by the board, or by a sentence to the person where it is not done. */
export type PageRequest = {
  [Name in PageCall]: {
    readonly type: Name extends PageQuestion ? 'ask' : 'act';
    readonly name: Name;
    readonly request: CallSaid<Name>;
  };
}[PageCall];

/** Says again what was asked. */
type PageAnswer = {
  [Name in PageQuestion]: {
    readonly type: 'answer';
    readonly sequence: number;
    readonly name: Name;
    readonly request: CallSaid<Name>;
    readonly answer: CallAnswer<Name>;
  };
}[PageQuestion];

/** The call that a page's message asks for; undefined where it is none that a page may make so. */
export function pageCallIn(message: unknown): PageRequest | undefined {
  const { type, name, request: said } = fieldsOf(message);
  if (typeof name !== 'string' || !Object.hasOwn(calls, name)) return undefined;
  const row = callOf(name as CallName);
  if (!row.by.includes('page') || row.signed !== undefined) return undefined;
  if (type !== (row.method === 'GET' ? 'ask' : 'act')) return undefined;
  const fields = fieldsOf(said);
  const parameter = parameterIn(row.path);
  const id = parameter === undefined ? '' : fields[parameter];
  if (typeof id !== 'string' || (parameter !== undefined && id === '')) return undefined;
  const request = requestIn(row, id, fields);
  return request === undefined ? undefined : ({ type, name, request } as unknown as PageRequest);
}

/** What a page may ask its window to keep of how the user arranged it. */
export const arrangementSchema = z.lazyObject(() => ({
  layout: z.optional(z.enum(layouts)),
  grouping: z.optional(z.enum(groupings)),
  sort: z.optional(z.enum(sortOrders)),
  tab: z.optional(agentStateGroupSchema),
  hintHidden: z.optional(z.boolean()),
  singleKeys: z.optional(z.boolean()),
}));

/** A picture of a day is some hundred kilobytes; in characters of base64. */
const maxPictureLength = 8_000_000;

/** Commands of a session that a page may run. */
const sessionCommands = [
  'goToTerminal',
  'resumeSession',
  'forkSession',
  'newSession',
  'retrySession',
  'interruptSession',
  'endSession',
  'openProject',
  'openRawTranscript',
  'revealTranscriptFile',
  'copySessionId',
  'controlProject',
  'mute',
  'unmute',
] as const;

const id = z.lazy(() => z.string().check(z.minLength(1)));
const call = z.lazy(() => z.string().check(z.minLength(1), z.maxLength(100)));

/** Page to host: what a page may ask for beside the calls to the hub. Validated by the host, never by the page. */
export const fromPageSchema = z.lazyUnion('type', () => [
  z.object({ type: z.literal('ready') }),
  /** Has heard nothing for a while, and asks whether anybody is there. */
  z.object({ type: z.literal('ping') }),
  /** The page did what the host's `reveal` of this number asks. */
  z.object({ type: z.literal('revealed'), sequence: z.number() }),
  z.object({ type: z.literal('arrange'), arrangement: arrangementSchema }),
  z.object({ type: z.literal('openTranscript'), sessionId: id }),
  z.object({ type: z.literal('openSubagentTranscript'), sessionId: id, agentId: id }),
  z.object({ type: z.literal('sessionCommand'), command: z.enum(sessionCommands), sessionId: id }),
  z.object({
    type: z.literal('savePicture'),
    day: daySchema,
    png: z.base64().check(z.maxLength(maxPictureLength)),
  }),
  z.object({ type: z.literal('changePrompts'), sessionId: id, change: promptChangeSchema }),
  z.object({ type: z.literal('findSession') }),
  z.object({ type: z.literal('newBoardSession') }),
  z.object({
    type: z.literal('decide'),
    sessionId: id,
    call,
    /** The `shown` of the request that the person had before them. */
    shown: shownDigestSchema,
    decision: decisionSchema,
  }),
  /** A request is in sight; once for each call. */
  z.object({ type: z.literal('shown'), sessionId: id, call }),
  /** Leaves the request to its terminal, and goes there. */
  z.object({ type: z.literal('answerInTerminal'), sessionId: id, call }),
  z.object({ type: z.literal('showRequestDiff'), sessionId: id }),
  z.object({ type: z.literal('reviewPlan'), sessionId: id }),
  z.object({ type: z.literal('installHooks') }),
  z.object({ type: z.literal('startAgain') }),
  z.object({ type: z.literal('askToAnswer') }),
  z.object({ type: z.literal('showLog') }),
]);
export type PageMessage = z.infer<typeof fromPageSchema>;
/** All that a page says. */
export type FromPage = PageMessage | PageRequest;
export type SessionCommand = (typeof sessionCommands)[number];
