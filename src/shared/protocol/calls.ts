import {
  controlOfferSchema,
  decideAnswerSchema,
  decideSchema,
  handBackSchema,
  requestShownSchema,
} from './control';
import { dismissCollisionSchema } from './work/collisions';
import { askKeySchema, codeKeySchema, judgeKeySchema } from './keys';
import { layerSettingsSchema } from './layers/settings';
import { rulesOfferSchema } from './layers/rules';
import { rulesReportSchema, rulesTestSchema } from './layers/ruleReport';
import { labelOfferSchema, viewsAnswerSchema, viewsQuerySchema } from './layers/labels';
import { lookSchema } from './looks';
import {
  askMachineSchema,
  machineKeySchema,
  machineSettingSchema,
  machinesWishSchema,
} from './machines/setting';
import { machineTestEventSchema } from './machines/test';
import { transcriptPartQuerySchema, transcriptPartSchema } from './machines/transcriptPart';
import { pullSettingSchema, pullToldSchema } from './layers/pulls';
import { nameIntentSchema, pinIntentSchema, tagIntentSchema } from './marks';
import { priceOverridesSchema } from './prices';
import {
  promptAnswerSchema,
  promptIntentSchema,
  sessionActAnswerSchema,
  sessionActSchema,
  wholePromptsSchema,
} from './prompts';
import {
  historyEntrySchema,
  historyQuerySchema,
  historySchema,
  historyTextQuerySchema,
  textEventSchema,
} from './history';
import {
  archiveSchema,
  boardSchema,
  budgetSchema,
  dayQuerySchema,
  dayReportSchema,
  pendingRequestSchema,
  routes,
  sessionDetailsSchema,
  summarySchema,
} from './protocol';
import {
  connectPhoneSchema,
  judgePhoneSchema,
  listenerSchema,
  phoneNameSchema,
  phoneSettingsSchema,
} from './phones';
import {
  markReviewedSchema,
  reviewQuerySchema,
  reviewSchema,
  reviewTextQuerySchema,
  reviewTextSchema,
} from './work/review';
import { strandedSchema } from './stranded';
import { runnerAnswerSchema, runnerEventSchema } from './runner';
import type * as z from './schema';
import type { SignedAct } from './signed';
import {
  attendedSchema,
  muteIntentSchema,
  nextAnswerSchema,
  nextIntentSchema,
  orderAnswerSchema,
  presenceSchema,
  showOutcomeSchema,
  showIntentSchema,
} from './windows';
import { removedWorktreeSchema, removeWorktreeSchema, worktreeSchema } from './work/worktrees';

/**
 * The kind of client that makes a call. Each client is typed by its caller and offers no other
 * calls; a page is not trusted, so its window checks that. `machine` is the desk of a person whose
 * sessions run at this hub's machine; the program that speaks for the desk there checks that.
 */
export type Caller = 'window' | 'page' | 'phone' | 'runner' | 'machine';

/** One row of the table. */
export interface Call {
  /** A GET carries its request in the URL, a POST as JSON in its body. */
  readonly method: 'GET' | 'POST';
  /** Path with at most one parameter, such as `:sessionId`: a field of the request. */
  readonly path: string;
  readonly by: readonly Caller[];
  /** Schema of the request's fields, without the path's parameter. */
  readonly request?: z.ZodMiniType;
  /** Set where `window` of the request is the calling window; the client fills it in. */
  readonly names?: 'window';
  /** Act that a key must have signed for the hub to take the call; others need the token alone. */
  readonly signed?: SignedAct;
  /** Schema of the answer. Without `answer` and `events`, the status alone tells success. */
  readonly answer?: z.ZodMiniType;
  /** Schema of the server-sent events that answer the call until either side ends it. */
  readonly events?: z.ZodMiniType;
}

const session = `${routes.sessions}/:sessionId` as const;

const windowGet = { method: 'GET', by: ['window'] } as const;
const pageGet = { method: 'GET', by: ['window', 'page', 'phone', 'machine'] } as const;
const phoneGet = { method: 'GET', by: ['window', 'phone', 'machine'] } as const;
const deskGet = { method: 'GET', by: ['window', 'machine'] } as const;
const pagePost = { method: 'POST', by: ['window', 'page', 'phone', 'machine'] } as const;
const windowPost = { method: 'POST', by: ['window'] } as const;
const namedPost = { ...windowPost, names: 'window' } as const;
const deskPost = { method: 'POST', by: ['window', 'machine'] } as const;
const namedDeskPost = { ...deskPost, names: 'window' } as const;
/** Phones make it, too: each stands for a window of its own. */
const phonePost = { method: 'POST', by: ['window', 'phone', 'machine'], names: 'window' } as const;

/**
 * Everything that the hub can be asked to do. The hub has one handler for each row, windows and runners
 * one client for all. Three ways to the hub are none of these calls: `hello`, which is asked before the
 * token is sent, `hook`, whose body is the client's, and `stream`, which is a window's connection.
 * Where two paths fit, the first row counts.
 */
export const calls = {
  board: { ...windowGet, path: routes.sessions, answer: boardSchema },
  summary: { ...windowGet, path: routes.summary, answer: summarySchema },

  request: { ...pageGet, path: `${session}/request`, answer: pendingRequestSchema },
  details: { ...pageGet, path: `${session}/details`, answer: sessionDetailsSchema },
  transcriptPart: {
    ...deskGet,
    path: `${session}/transcript`,
    request: transcriptPartQuerySchema,
    answer: transcriptPartSchema,
  },
  wholePrompts: { ...pageGet, path: `${session}/prompts/whole`, answer: wholePromptsSchema },
  day: { ...pageGet, path: routes.day, request: dayQuerySchema, answer: dayReportSchema },
  history: {
    ...deskGet,
    path: routes.history,
    request: historyQuerySchema,
    answer: historySchema,
  },
  searchTexts: {
    ...deskGet,
    path: routes.historyText,
    request: historyTextQuerySchema,
    events: textEventSchema,
  },
  pastSession: { ...deskGet, path: `${routes.history}/:sessionId`, answer: historyEntrySchema },

  archive: { ...pagePost, path: `${session}/archive`, request: archiveSchema },
  pin: { ...pagePost, path: `${routes.marks}/pin`, request: pinIntentSchema },
  rename: { ...deskPost, path: `${session}/name`, request: nameIntentSchema },
  tag: { ...deskPost, path: `${routes.marks}/tag`, request: tagIntentSchema },
  decide: {
    ...phonePost,
    path: `${session}/decide`,
    signed: 'decide',
    request: decideSchema,
    answer: decideAnswerSchema,
  },
  handBack: { ...namedDeskPost, path: `${session}/handback`, request: handBackSchema },
  shown: { ...phonePost, path: `${session}/shown`, request: requestShownSchema },
  changePrompts: {
    ...phonePost,
    path: `${session}/prompts`,
    signed: 'prompts',
    request: promptIntentSchema,
    answer: promptAnswerSchema,
  },
  act: {
    ...phonePost,
    path: `${session}/act`,
    signed: 'act',
    request: sessionActSchema,
    answer: sessionActAnswerSchema,
  },
  show: {
    ...namedPost,
    path: `${session}/show`,
    request: showIntentSchema,
    answer: showOutcomeSchema,
  },
  next: { ...namedPost, path: routes.next, request: nextIntentSchema, answer: nextAnswerSchema },
  mute: { method: 'POST', path: routes.mutes, by: ['window', 'phone'], request: muteIntentSchema },
  lookAt: {
    method: 'POST',
    path: routes.looks,
    by: ['window', 'page', 'phone', 'machine'],
    request: lookSchema,
  },
  dismissCollision: {
    method: 'POST',
    path: `${session}/collision`,
    by: ['window', 'page', 'phone', 'machine'],
    request: dismissCollisionSchema,
  },
  review: {
    ...phoneGet,
    path: `${session}/review`,
    request: reviewQuerySchema,
    answer: reviewSchema,
  },
  reviewText: {
    ...phoneGet,
    path: `${session}/review/text`,
    request: reviewTextQuerySchema,
    answer: reviewTextSchema,
  },
  markReviewed: {
    method: 'POST',
    path: `${session}/reviewed`,
    by: ['window', 'page', 'phone', 'machine'],
    request: markReviewedSchema,
  },
  worktree: {
    method: 'GET',
    path: `${session}/worktree`,
    by: ['window', 'page', 'machine'],
    answer: worktreeSchema,
  },
  removeWorktree: {
    ...windowPost,
    path: `${session}/worktree/remove`,
    request: removeWorktreeSchema,
    answer: removedWorktreeSchema,
  },
  /** Brings back a work tree that was removed. */
  addWorktree: { ...windowPost, path: routes.worktrees, request: removedWorktreeSchema },
  forgetStranded: { ...windowPost, path: routes.stranded, request: strandedSchema },

  offerControl: { ...namedPost, path: routes.control, request: controlOfferSchema },
  setBudget: { ...windowPost, path: routes.budget, request: budgetSchema },
  setLayers: { ...windowPost, path: routes.layers, request: layerSettingsSchema },
  setPulls: { ...namedPost, path: routes.pulls, request: pullSettingSchema },
  answerPull: { ...namedPost, path: `${routes.pulls}/answer`, request: pullToldSchema },
  setMachines: { ...windowPost, path: routes.machines, request: machinesWishSchema },
  /** Tries the machine of that line of the setting again, now. */
  retryMachine: {
    method: 'POST',
    path: `${routes.machines}/retry`,
    by: ['window', 'page'],
    request: machineKeySchema,
  },
  /** Goes the way to a machine that is not on the board yet. */
  testMachine: {
    ...windowPost,
    path: `${routes.machines}/test`,
    request: machineSettingSchema,
    events: machineTestEventSchema,
  },
  /** Asks the windows of a machine on the board to let this editor answer there. */
  askMachine: { ...windowPost, path: `${routes.machines}/ask`, request: askMachineSchema },
  /** Copies the hub to that machine, into our folder there; then it is tried at once. */
  copyToMachine: { ...windowPost, path: `${routes.machines}/copy`, request: machineSettingSchema },
  setPrices: { ...windowPost, path: routes.prices, request: priceOverridesSchema },
  offerRules: { ...namedPost, path: routes.rules, request: rulesOfferSchema },
  testRules: {
    ...windowPost,
    path: `${routes.rules}/test`,
    request: rulesTestSchema,
    answer: rulesReportSchema,
  },
  attended: { ...windowGet, path: routes.windows, answer: attendedSchema },
  tellPresence: { ...namedPost, path: `${routes.windows}/:window`, request: presenceSchema },
  answerOrder: {
    ...namedDeskPost,
    path: `${routes.windows}/:window/answer`,
    request: orderAnswerSchema,
  },

  offerLabels: { ...namedPost, path: routes.labels, request: labelOfferSchema },
  sessionViews: {
    ...windowPost,
    path: `${routes.labels}/views`,
    request: viewsQuerySchema,
    answer: viewsAnswerSchema,
  },

  askForKey: { ...namedDeskPost, path: `${routes.keys}/ask`, request: askKeySchema },
  acceptKey: {
    ...namedPost,
    path: `${routes.keys}/accept`,
    signed: 'acceptKey',
    request: judgeKeySchema,
  },
  refuseKey: {
    ...namedPost,
    path: `${routes.keys}/refuse`,
    signed: 'refuseKey',
    request: judgeKeySchema,
  },
  giveCode: { ...windowPost, path: `${routes.keys}/code`, request: codeKeySchema },

  listenForPhones: { ...windowPost, path: `${routes.phones}/listen`, answer: listenerSchema },
  connectPhone: { ...windowPost, path: `${routes.phones}/connect`, request: connectPhoneSchema },
  endPairing: { ...windowPost, path: `${routes.phones}/end` },
  judgePhone: {
    ...namedPost,
    path: `${routes.phones}/judge`,
    signed: 'judgePhone',
    request: judgePhoneSchema,
  },
  removePhone: { ...windowPost, path: `${routes.phones}/remove`, request: phoneNameSchema },
  testPush: { ...windowPost, path: `${routes.phones}/push`, request: phoneNameSchema },
  setPhoneSettings: {
    ...windowPost,
    path: `${routes.phones}/settings`,
    request: phoneSettingsSchema,
  },

  /** Ends a hub that outlives its windows; another is started where one is needed. */
  endHub: { ...windowPost, path: routes.end },

  runnerOrders: {
    method: 'GET',
    path: `${routes.runners}/:sessionId`,
    by: ['runner'],
    events: runnerEventSchema,
  },
  takeOrder: {
    method: 'POST',
    path: `${routes.runners}/:sessionId/answer`,
    by: ['runner'],
    request: runnerAnswerSchema,
  },
} as const satisfies Readonly<Record<string, Call>>;

type Table = typeof calls;
export type CallName = keyof Table;

/** Names of the calls that a caller may make. */
export type CallBy<By extends Caller> = {
  [Name in CallName]: By extends Table[Name]['by'][number] ? Name : never;
}[CallName];

/** Names of the calls whose row matches. */
export type CallWith<Row extends Partial<Call>> = {
  [Name in CallName]: Table[Name] extends Row ? Name : never;
}[CallName];

type InferredOr<Field extends keyof Call, Entry, Else> =
  Entry extends Readonly<Record<Field, infer Schema extends z.ZodMiniType>>
    ? z.infer<Schema>
    : Else;

type ParameterIn<Path> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${string}`
    ? Name
    : Rest
  : never;

/** Request as a handler gets it: all fields with the parameter of the path. */
export type CallRequest<Name extends CallName> = {
  [One in Name]: Readonly<Record<ParameterIn<Table[One]['path']>, string>> &
    InferredOr<'request', Table[One], unknown>;
}[Name];

/** Request as a caller writes it: the client adds the window. */
export type CallSaid<Name extends CallName> = {
  [One in Name]: Table[One] extends { readonly names: 'window' }
    ? Omit<CallRequest<One>, 'window'>
    : CallRequest<One>;
}[Name];

export type CallAnswer<Name extends CallName> = {
  [One in Name]: InferredOr<'answer', Table[One], void>;
}[Name];

export type CallEvent<Name extends CallName> = {
  [One in Name]: InferredOr<'events', Table[One], never>;
}[Name];

/** The row of a call, typed as any row. */
export function callOf(name: CallName): Call {
  return calls[name];
}

/** Name of the parameter in a path; undefined where it has none. */
export function parameterIn(path: string): string | undefined {
  return /\/:(\w+)/u.exec(path)?.[1];
}
