import { controlOfferSchema, decideAnswerSchema, decideSchema } from './control';
import { handBackSchema, requestShownSchema as shownRequestSchema } from './control';
import { askKeySchema, codeKeySchema, judgeKeySchema } from './keys';
import { priceOverridesSchema } from './prices';
import {
  promptAnswerSchema,
  promptIntentSchema,
  sessionActAnswerSchema,
  sessionActSchema,
  wholePromptsSchema,
} from './prompts';
import {
  archiveSchema,
  boardSchema,
  budgetSchema,
  dayQuerySchema,
  dayReportSchema,
  historyEntrySchema,
  historyQuerySchema,
  historySchema,
  historyTextQuerySchema,
  pendingRequestSchema,
  routes,
  sessionDetailsSchema,
  summarySchema,
  textEventSchema,
} from './protocol';
import { runnerAnswerSchema, runnerEventSchema } from './runner';
import type * as z from './schema';
import type { SignedAct } from './signed';
import {
  muteIntentSchema,
  nextAnswerSchema,
  nextIntentSchema,
  orderAnswerSchema,
  presenceSchema,
  showOutcomeSchema,
  showIntentSchema,
} from './windows';

/**
 * Who makes a call. A client is typed by its caller and has no other calls; of a page, which is not
 * trusted, its window checks that.
 */
export type Caller = 'window' | 'page' | 'runner';

/** One row of the table. */
export interface Call {
  /** A GET has its request in the address, a POST as JSON in its body. */
  readonly method: 'GET' | 'POST';
  /** One segment may be a parameter, such as `:sessionId`: that field of the request stands there. */
  readonly path: string;
  readonly by: readonly Caller[];
  /** The fields of the request beside the path's parameter. */
  readonly request?: z.ZodMiniType;
  /** The request's `window` names the window that calls; its client puts that in. */
  readonly names?: 'window';
  /** The hub takes it only with the seal of a key that may do this; all others need its token alone. */
  readonly signed?: SignedAct;
  /** Without an answer and without events, success is told by the status alone. */
  readonly answer?: z.ZodMiniType;
  /** The answer is a stream of server-sent events, until either side ends it. */
  readonly events?: z.ZodMiniType;
}

const session = `${routes.sessions}/:sessionId` as const;

/**
 * Everything that the hub can be asked to do. The hub has one handler for each row, windows and runners
 * one client for all. Three ways to the hub are none of these calls: `hello`, which is asked before the
 * token is sent, `hook`, whose body is the client's, and `stream`, which is a window's connection.
 * Where two paths fit, the first row counts.
 */
export const calls = {
  board: { method: 'GET', path: routes.sessions, by: ['window'], answer: boardSchema },
  summary: { method: 'GET', path: routes.summary, by: ['window'], answer: summarySchema },

  request: {
    method: 'GET',
    path: `${session}/request`,
    by: ['window', 'page'],
    answer: pendingRequestSchema,
  },
  details: {
    method: 'GET',
    path: `${session}/details`,
    by: ['window', 'page'],
    answer: sessionDetailsSchema,
  },
  wholePrompts: {
    method: 'GET',
    path: `${session}/prompts/whole`,
    by: ['window', 'page'],
    answer: wholePromptsSchema,
  },
  day: {
    method: 'GET',
    path: routes.day,
    by: ['window', 'page'],
    request: dayQuerySchema,
    answer: dayReportSchema,
  },
  history: {
    method: 'GET',
    path: routes.history,
    by: ['window'],
    request: historyQuerySchema,
    answer: historySchema,
  },
  searchTexts: {
    method: 'GET',
    path: routes.historyText,
    by: ['window'],
    request: historyTextQuerySchema,
    events: textEventSchema,
  },
  pastSession: {
    method: 'GET',
    path: `${routes.history}/:sessionId`,
    by: ['window'],
    answer: historyEntrySchema,
  },

  archive: {
    method: 'POST',
    path: `${session}/archive`,
    by: ['window', 'page'],
    request: archiveSchema,
  },
  decide: {
    method: 'POST',
    path: `${session}/decide`,
    by: ['window'],
    names: 'window',
    signed: 'decide',
    request: decideSchema,
    answer: decideAnswerSchema,
  },
  handBack: {
    method: 'POST',
    path: `${session}/handback`,
    by: ['window'],
    names: 'window',
    request: handBackSchema,
  },
  shown: {
    method: 'POST',
    path: `${session}/shown`,
    by: ['window'],
    names: 'window',
    request: shownRequestSchema,
  },
  changePrompts: {
    method: 'POST',
    path: `${session}/prompts`,
    by: ['window'],
    names: 'window',
    signed: 'prompts',
    request: promptIntentSchema,
    answer: promptAnswerSchema,
  },
  act: {
    method: 'POST',
    path: `${session}/act`,
    by: ['window'],
    names: 'window',
    signed: 'act',
    request: sessionActSchema,
    answer: sessionActAnswerSchema,
  },
  show: {
    method: 'POST',
    path: `${session}/show`,
    by: ['window'],
    names: 'window',
    request: showIntentSchema,
    answer: showOutcomeSchema,
  },
  next: {
    method: 'POST',
    path: routes.next,
    by: ['window'],
    names: 'window',
    request: nextIntentSchema,
    answer: nextAnswerSchema,
  },
  mute: { method: 'POST', path: routes.mutes, by: ['window'], request: muteIntentSchema },

  offerControl: {
    method: 'POST',
    path: routes.control,
    by: ['window'],
    names: 'window',
    request: controlOfferSchema,
  },
  setBudget: { method: 'POST', path: routes.budget, by: ['window'], request: budgetSchema },
  setPrices: { method: 'POST', path: routes.prices, by: ['window'], request: priceOverridesSchema },
  tellPresence: {
    method: 'POST',
    path: `${routes.windows}/:window`,
    by: ['window'],
    names: 'window',
    request: presenceSchema,
  },
  answerOrder: {
    method: 'POST',
    path: `${routes.windows}/:window/answer`,
    by: ['window'],
    names: 'window',
    request: orderAnswerSchema,
  },

  askForKey: {
    method: 'POST',
    path: `${routes.keys}/ask`,
    by: ['window'],
    names: 'window',
    request: askKeySchema,
  },
  acceptKey: {
    method: 'POST',
    path: `${routes.keys}/accept`,
    by: ['window'],
    names: 'window',
    signed: 'acceptKey',
    request: judgeKeySchema,
  },
  refuseKey: {
    method: 'POST',
    path: `${routes.keys}/refuse`,
    by: ['window'],
    names: 'window',
    signed: 'refuseKey',
    request: judgeKeySchema,
  },
  giveCode: {
    method: 'POST',
    path: `${routes.keys}/code`,
    by: ['window'],
    request: codeKeySchema,
  },

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

/** The names of the calls that somebody may make. */
export type CallBy<By extends Caller> = {
  [Name in CallName]: By extends Table[Name]['by'][number] ? Name : never;
}[CallName];

/** The names of the calls whose row has this. */
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

/** What a call's handler gets: the path's parameter with all other fields. */
export type CallRequest<Name extends CallName> = {
  [One in Name]: Readonly<Record<ParameterIn<Table[One]['path']>, string>> &
    InferredOr<'request', Table[One], unknown>;
}[Name];

/** What a caller says: its client knows which window it is of. */
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

/** The row of a call, without its own types. */
export function callOf(name: CallName): Call {
  return calls[name];
}

/** The name of the field that stands in a path; undefined where none does. */
export function parameterIn(path: string): string | undefined {
  return /\/:(\w+)/u.exec(path)?.[1];
}

/**
 * The request of a call with the path's parameter, checked; undefined where it has another shape.
 * `value` has the other fields, as they came.
 */
export function requestIn({ path, request }: Call, id: string, value: unknown): object | undefined {
  const read = request?.safeParse(value);
  if (read?.success === false) return undefined;
  const parameter = parameterIn(path);
  const fields: unknown = read?.data ?? {};
  return parameter === undefined ? Object(fields) : { ...Object(fields), [parameter]: id };
}
