import * as z from './schema';
import { maxQueryLength } from '../text/searchWords';
import { heldCallSchema } from './control';
import { promptingSchema } from './prompts';

/** The version that `endpoint.json` and the handshake carry; a different one is not followed. */
export const protocolVersion = 2;

/** The ports a hub tries, in this order; every client probes the same ones. */
export const hubPorts: readonly number[] = Array.from({ length: 10 }, (_, index) => 47892 + index);

/** Largest accepted hook body, in bytes. Real payloads carry whole files. */
export const maxHookBodyBytes = 8 * 1024 * 1024;

export const routes = {
  hello: '/api/live/hello',
  hook: '/api/live/hook',
  sessions: '/api/live/sessions',
  summary: '/api/live/summary',
  stream: '/api/live/stream',
  budget: '/api/live/budget',
  prices: '/api/live/prices',
  history: '/api/live/history',
  historyText: '/api/live/history/text',
  day: '/api/live/day',
  windows: '/api/live/windows',
  mutes: '/api/live/mutes',
  next: '/api/live/next',
  control: '/api/live/control',
  runners: '/api/live/runners',
  keys: '/api/live/keys',
} as const;

export const agentStateGroupSchema = z.lazy(() => z.enum(['needs_you', 'autonomous', 'delivered']));
/** What the operator has to do: act, wait, or take delivery. */
export type AgentStateGroup = z.infer<typeof agentStateGroupSchema>;

/** Which signal told the state; listed from the most to the least trusted. */
const stateSourceSchema = z.lazy(() => z.enum(['hook', 'registry', 'jsonl', 'fallback']));
export type StateSource = z.infer<typeof stateSourceSchema>;

export const agentStateSchema = z.lazyObject(() => ({
  group: agentStateGroupSchema,
  /** An open string: a view renders an unknown one with its group's default icon and colour. */
  state: z.string().check(z.minLength(1)),
  label: z.string(),
  /** 0 (a guess) to 1 (the agent said so itself). */
  confidence: z.number().check(z.minimum(0), z.maximum(1)),
  source: stateSourceSchema,
  /** Raw values behind the label, for domain layers and for the views. */
  context: z.optional(z.record(z.string(), z.unknown())),
}));
export type AgentState = z.infer<typeof agentStateSchema>;

const evidenceSchema = z.lazyObject(() => ({
  source: stateSourceSchema,
  /** The hook's event, the registry's word, or the transcript's last telling line. */
  signal: z.string(),
  at: z.string(),
  /** What this signal alone would say. */
  state: z.string(),
  confidence: z.number(),
  verdict: z.enum(['decides', 'agrees', 'overruled']),
}));
/** One signal behind a state: what it said, when, and whether it won. */
export type Evidence = z.infer<typeof evidenceSchema>;

/** Tokens by kind; `total` is the sum of the four. */
const tokenCountsSchema = z.lazyObject(() => ({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheCreation: z.number(),
  total: z.number(),
}));
export type TokenCounts = z.infer<typeof tokenCountsSchema>;

const subagentCardSchema = z.lazyObject(() => ({
  agentId: z.string(),
  agentType: z.string(),
  description: z.optional(z.string()),
  /** An open string; known: `spawned`, `running`, `needs_permission`, `completed`, `failed`. */
  state: z.string(),
  /** The agent that started this one; absent when the main agent did. */
  parentAgentId: z.optional(z.string()),
  startedAt: z.optional(z.string()),
  endedAt: z.optional(z.string()),
  transcriptPath: z.optional(z.string()),
  tokens: z.optional(tokenCountsSchema),
}));
export type SubagentCard = z.infer<typeof subagentCardSchema>;

/**
 * A dialog that is open in the session's terminal. On the board its input is a preview of some
 * kilobytes; `GET /api/live/sessions/:id/request` answers it whole.
 */
export const pendingRequestSchema = z.lazyObject(() => ({
  /** The same for as long as the dialog is open. */
  requestId: z.string(),
  toolName: z.string(),
  /** Absent where only a notification or the registry told of the request. */
  toolInput: z.optional(z.unknown()),
  /** The client's own suggestions, as it sent them. */
  suggestions: z.array(z.unknown()),
  /** False where something of the input or the suggestions was cut or left out. */
  whole: z.boolean(),
  requestedAt: z.string(),
  /** Set when a subagent asks, not the main agent. */
  agentId: z.optional(z.string()),
  agentType: z.optional(z.string()),
  /** The folder that the agent is in; absent where no hook told of the request. */
  cwd: z.optional(z.string()),
  /** Absent where the client does not wait for the hub. */
  call: z.optional(heldCallSchema),
  /** Names this request exactly as it is here; a window adds it for its pages. */
  shown: z.optional(z.string()),
}));
export type PendingRequest = z.infer<typeof pendingRequestSchema>;

/** Times are ISO 8601 in UTC, money is US dollars. */
export const liveSessionSchema = z.lazyObject(() => ({
  sessionId: z.string().check(z.minLength(1)),
  /** The first prompt, or the name the user gave the session. */
  title: z.string(),
  projectPath: z.string(),
  projectName: z.string(),
  gitBranch: z.optional(z.string()),
  /** Empty while the client has not named a transcript yet. */
  transcriptPath: z.string(),
  /** Set while a living process runs the session. */
  pid: z.optional(z.number().check(z.int())),
  entrypoint: z.optional(z.string()),
  model: z.optional(z.string()),
  permissionMode: z.optional(z.string()),
  agentState: agentStateSchema,
  /** The signals behind the state, the deciding one first. */
  why: z.array(evidenceSchema),
  stateSince: z.string(),
  startedAt: z.string(),
  lastActivityAt: z.string(),
  tokens: tokenCountsSchema,
  cost: z.object({ totalUsd: z.number(), estimated: z.boolean() }),
  contextWindow: z.object({
    usedTokens: z.number(),
    sizeTokens: z.number(),
    usedPercent: z.number(),
    /** At so many the client compacts the conversation by itself; absent where that is not known. */
    compactsAtTokens: z.optional(z.number()),
  }),
  /** What the user asked last; absent before the first prompt. */
  lastPrompt: z.optional(z.string()),
  /** The agent's own task list, when it keeps one. */
  tasks: z.optional(
    z.object({ completed: z.number().check(z.int()), total: z.number().check(z.int()) }),
  ),
  /** What its tools changed, its subagents' included; absent before the first edit. */
  changes: z.optional(
    z.object({ files: z.number().check(z.int()), edits: z.number().check(z.int()) }),
  ),
  subagents: z.array(subagentCardSchema),
  pendingRequest: z.optional(pendingRequestSchema),
  /** Absent where it takes no prompts from here: no living process, and none in line. */
  prompting: z.optional(promptingSchema),
}));
export type LiveSession = z.infer<typeof liveSessionSchema>;

/** `blocked` on a person, `idle` at its prompt, at work, or over. */
export const spanKinds = ['blocked', 'idle', 'running', 'done'] as const;
export type SpanKind = (typeof spanKinds)[number];

/** In US dollars. */
const costByKindSchema = z.lazyObject(() => ({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheCreation: z.number(),
  /** Web searches. */
  other: z.number(),
}));
export type CostByKind = z.infer<typeof costByKindSchema>;

/** `GET /api/live/sessions/:id/details`: what is asked for when a person looks closer. */
export const sessionDetailsSchema = z.lazyObject(() => ({
  tasks: z.array(z.object({ subject: z.string(), completed: z.boolean() })),
  /** The last changed first; some dozens at most. */
  changes: z.array(z.object({ path: z.string(), edits: z.number().check(z.int()) })),
  cost: z.object({
    byKind: costByKindSchema,
    models: z.array(z.object({ model: z.string(), usd: z.number(), tokens: z.number() })),
  }),
  /** What it did in the last hour, each from its time until the next. */
  recent: z.array(z.object({ at: z.string(), kind: z.enum(spanKinds) })),
}));
export type SessionDetails = z.infer<typeof sessionDetailsSchema>;

/** `2026-03-02`. */
export const daySchema = z.lazy(() => z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)));

/** `GET /api/live/day?day=2026-03-02`: by the calendar of the hub's machine, today where none is named. */
export const dayQuerySchema = z.lazyObject(() => ({ day: z.optional(daySchema) }));

/** What the sessions did on a day. Durations are in ms. */
export const dayReportSchema = z.lazyObject(() => ({
  day: z.string(),
  /** The days that are kept, the oldest first. */
  days: z.array(z.string()),
  /** Midnight. */
  from: z.string(),
  /** The next midnight, or now. */
  to: z.string(),
  /** How long sessions waited for a person, and how long they worked, all together. */
  blockedMs: z.number(),
  runningMs: z.number(),
  /** In the order in which they began. */
  lanes: z.array(
    z.object({
      sessionId: z.string(),
      title: z.string(),
      projectName: z.string(),
      blockedMs: z.number(),
      runningMs: z.number(),
      stretches: z.array(z.object({ from: z.string(), to: z.string(), kind: z.enum(spanKinds) })),
    }),
  ),
}));
export type DayReport = z.infer<typeof dayReportSchema>;

export const summarySchema = z.lazyObject(() => ({
  needsYouCount: z.number().check(z.int()),
  autonomousCount: z.number().check(z.int()),
  deliveredCount: z.number().check(z.int()),
  /** By each message's own timestamp, local day of the hub's machine, subagents included. */
  totalCostTodayUsd: z.number(),
  totalTokensToday: z.number(),
  /** Some of today's cost is at the price of another model. */
  costTodayEstimated: z.optional(z.boolean()),
  /** Set while a new hub reads the transcripts for the first time; costs are still rising then. */
  scan: z.optional(
    z.object({
      doneBytes: z.number(),
      totalBytes: z.number(),
      /** Today's sums are complete; what is left is older. */
      todayIsKnown: z.boolean(),
    }),
  ),
}));
export type Summary = z.infer<typeof summarySchema>;

const board = () => ({ sessions: z.array(liveSessionSchema), summary: summarySchema });
/** `GET /api/live/sessions`. Sessions are in board order. */
export const boardSchema = z.lazyObject(board);
export type Board = z.infer<typeof boardSchema>;

/**
 * The server-sent events of `GET /api/live/stream`; each frame's `id` is one more than the last. A
 * large board comes as several `snapshot` frames with one id, the most urgent sessions first.
 */
export const streamEventSchema = z.lazyUnion('type', () => [
  z.object({
    type: z.literal('snapshot'),
    /** `more`: another part of the same snapshot follows. */
    data: z.object({ ...board(), more: z.optional(z.boolean()) }),
  }),
  z.object({ type: z.literal('sessions'), data: z.array(liveSessionSchema) }),
  z.object({ type: z.literal('removed'), data: z.array(z.string()) }),
  z.object({ type: z.literal('summary'), data: summarySchema }),
]);
export type StreamEvent = z.infer<typeof streamEventSchema>;

/** `GET /api/live/hello?nonce=…`: proof, without any secret in it, that a hub of this user answers. */
export const helloSchema = z.lazyObject(() => ({
  version: z.number().check(z.int()),
  pid: z.number().check(z.int()),
  startedAt: z.string(),
  /** Hex HMAC-SHA256 under the key file of `hello:<nonce>:<port>`. */
  proof: z.string(),
}));
export type Hello = z.infer<typeof helloSchema>;

/** `<config home>/mission-control/endpoint.json`. */
export const endpointSchema = z.lazyObject(() => ({
  version: z.number().check(z.int()),
  url: z.string(),
  pid: z.number().check(z.int()),
  startedAt: z.string(),
  /** The socket beside this file; absent where there can be none. */
  socket: z.optional(z.string()),
}));
export type Endpoint = z.infer<typeof endpointSchema>;

/** One session of the past or the present, as its transcript tells. */
export const historyEntrySchema = z.lazyObject(() => ({
  sessionId: z.string().check(z.minLength(1)),
  title: z.string(),
  /** The folder that it is resumed from; empty where no line names one. */
  projectPath: z.string(),
  projectName: z.string(),
  gitBranch: z.optional(z.string()),
  transcriptPath: z.string(),
  model: z.optional(z.string()),
  firstPrompt: z.optional(z.string()),
  lastPrompt: z.optional(z.string()),
  startedAt: z.string(),
  lastActivityAt: z.string(),
  sizeBytes: z.number(),
  /** Absent while its usage has not been read. */
  cost: z.optional(z.object({ totalUsd: z.number(), estimated: z.boolean() })),
}));
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** `GET /api/live/history?query=…&limit=…`: sessions that have all words, the best first, else the newest first. */
export const historyQuerySchema = z.lazyObject(() => ({
  query: z._default(z.string().check(z.maxLength(maxQueryLength)), ''),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000)), 50),
}));
export type HistoryQuery = z.infer<typeof historyQuerySchema>;

export const historySchema = z.lazyObject(() => ({
  sessions: z.array(historyEntrySchema),
  /** How many there are beyond the limit too. */
  total: z.number().check(z.int()),
  /** False while transcripts are still being looked at: ask again. */
  complete: z.boolean(),
}));
export type HistoryPage = z.infer<typeof historySchema>;

/** `GET /api/live/history/:id` answers one `HistoryEntry`. */

/** `GET /api/live/history/text?query=…&limit=…`, at most one hit a session. */
export const historyTextQuerySchema = z.lazyObject(() => ({
  query: z.string().check(z.maxLength(maxQueryLength)),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
}));

const textHitSchema = z.lazyObject(() => ({
  session: historyEntrySchema,
  /** Set where a subagent's transcript has it. */
  agentId: z.optional(z.string()),
  /** Who said it: `You`, `Claude`, or the name of a tool. */
  speaker: z.string(),
  /** One line of plain text around the first word. */
  excerpt: z.string(),
  /** The piece of the excerpt that a reader's document shows unchanged. */
  quote: z.string(),
  at: z.optional(z.string()),
}));
export type TextHit = z.infer<typeof textHitSchema>;

const textProgressSchema = z.lazyObject(() => ({
  searchedBytes: z.number(),
  totalBytes: z.number(),
}));
export type TextProgress = z.infer<typeof textProgressSchema>;

/** The server-sent events of a search, newest transcripts first; `end` is the last one. Hanging up ends it. */
export const textEventSchema = z.lazyUnion('type', () => [
  z.object({ type: z.literal('hit'), data: textHitSchema }),
  z.object({ type: z.literal('progress'), data: textProgressSchema }),
  /** `more` where the limit ended it. */
  z.object({ type: z.literal('end'), data: z.object({ more: z.boolean() }) }),
]);
export type TextEvent = z.infer<typeof textEventSchema>;

/** `POST /api/live/budget`: what the user wants to spend at most, in US dollars; absent: no limit. */
export const budgetSchema = z.lazyObject(() => ({
  perSessionUsd: z.optional(z.number().check(z.positive())),
  perDayUsd: z.optional(z.number().check(z.positive())),
}));
export type Budget = z.infer<typeof budgetSchema>;

/** `POST /api/live/sessions/:id/archive`: out of sight until new activity, or back in sight. */
export const archiveSchema = z.lazyObject(() => ({ archived: z.boolean() }));
export type ArchiveIntent = z.infer<typeof archiveSchema>;

/** Every error answer of the hub. `error` is a fixed slug; a body is never echoed. */
export const errorAnswerSchema = z.lazyObject(() => ({ error: z.string(), message: z.string() }));
export type ErrorAnswer = z.infer<typeof errorAnswerSchema>;
