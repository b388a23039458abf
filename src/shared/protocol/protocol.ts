import * as z from './schema';
import { askedAfterSchema, blockedCallsSchema } from './session/blocked';
import { cardCollisionsSchema } from './work/collisions';
import { grantsField, summaryGrants } from './work/grants';
import { heldCallSchema } from './control';
import { cardOutcome } from './layers/display';
import { labelSchema } from './label';
import { accountLimitsSchema, sessionLimitSchema } from './session/limit';
import { digestSchema } from './looks';
import { boardMachines, sessionPlace } from './machines/machineNews';
import { cardMarks } from './marks';
import { promptingSchema } from './prompts';
import { backgroundJobSchema } from './session/background';
import { cardFollowUps } from './session/followUp';
import { awakeField } from './settings/awake';
import { cardSchedule } from './session/schedule';
import { costByKindSchema, costSchema } from './settings/prices';

/** Protocol version of `endpoint.json` and the handshake; clients connect to no other version. */
export const protocolVersion = 3;

/** Ports that a hub tries, in this order; every client probes the same ones. */
export const hubPorts: readonly number[] = Array.from({ length: 10 }, (_, at) => 47_892 + at);

/** Maximum size of a hook body, in bytes. Real payloads contain complete files. */
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
  stranded: '/api/live/stranded',
  marks: '/api/live/marks',
  phones: '/api/live/phones',
  layers: '/api/live/layers',
  rules: '/api/live/rules',
  labels: '/api/live/labels',
  looks: '/api/live/looks',
  pulls: '/api/live/pulls',
  worktrees: '/api/live/worktrees',
  grants: '/api/live/grants',
  machines: '/api/live/machines',
  files: '/api/live/files',
  mcp: '/api/live/mcp',
  end: '/api/live/end',
} as const;

export const agentStateGroupSchema = z.lazy(() => z.enum(['needs_you', 'autonomous', 'delivered']));
/** Group of a state by what a person has to do: act, wait, or review the result. */
export type AgentStateGroup = z.infer<typeof agentStateGroupSchema>;

/** Source of a state, from most to least trusted. */
const stateSourceSchema = z.lazy(() => z.enum(['hook', 'registry', 'jsonl', 'fallback']));
export type StateSource = z.infer<typeof stateSourceSchema>;

export const agentStateSchema = z.lazyObject(() => ({
  group: agentStateGroupSchema,
  /** More states may be added; an unknown one gets its group's default icon and colour. */
  state: z.string().check(z.minLength(1)),
  label: labelSchema,
  /** 0 (a guess) to 1 (the agent reported it itself). */
  confidence: z.number().check(z.minimum(0), z.maximum(1)),
  source: stateSourceSchema,
  /** Raw values behind the label, for domain layers and for the views. */
  context: z.optional(z.record(z.string(), z.unknown())),
}));
export type AgentState = z.infer<typeof agentStateSchema>;

const evidenceSchema = z.lazyObject(() => ({
  source: stateSourceSchema,
  /** Hook event, registry status, or last significant entry of the transcript. */
  signal: z.string(),
  at: z.string(),
  /** State that would follow from this signal alone. */
  state: z.string(),
  confidence: z.number(),
  verdict: z.enum(['decides', 'agrees', 'overruled']),
}));
/** One signal behind a state: its content, its time, and whether it decided. */
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
  /**
   * More states may be added. Known: `spawned`, `running`, `needs_permission`, `idle` (a teammate),
   * `completed`, `failed`.
   */
  state: z.string(),
  /** The agent that started this one; absent when the main agent did. */
  parentAgentId: z.optional(z.string()),
  startedAt: z.optional(z.string()),
  endedAt: z.optional(z.string()),
  transcriptPath: z.optional(z.string()),
  /** True for a transcript on another machine, which has no path here. */
  hasTranscript: z.optional(z.boolean()),
  tokens: z.optional(tokenCountsSchema),
}));
export type SubagentCard = z.infer<typeof subagentCardSchema>;

/**
 * A dialog that is open in the session's terminal. The board has only a preview of its input, of a
 * few kilobytes; `GET /api/live/sessions/:id/request` returns all of it.
 */
export const pendingRequestSchema = z.lazyObject(() => ({
  /** Id of the request, stable for as long as the dialog is open. */
  requestId: z.string(),
  toolName: z.string(),
  /** Absent if the request is known only from a notification or the registry. */
  toolInput: z.optional(z.unknown()),
  /** Suggestions of the client, unchanged. */
  suggestions: z.array(z.unknown()),
  /** False if a part of the input or the suggestions was cut or omitted. */
  whole: z.boolean(),
  requestedAt: z.string(),
  /** Set if the request comes from a subagent. */
  agentId: z.optional(z.string()),
  agentType: z.optional(z.string()),
  /** The server of an MCP tool, if the client names it. */
  mcpServer: z.optional(z.string()),
  /** Working folder of the agent; absent if no hook reported the request. */
  cwd: z.optional(z.string()),
  /**
   * The main agent's last message of this turn, cut in the middle; absent if it wrote none since
   * its prompt, and for a subagent's request.
   */
  said: z.optional(z.string()),
  /** Set if auto mode asks because it blocked several calls in a row. */
  blocked: z.optional(askedAfterSchema),
  /** True if its terminal shows no dialog: unless it is answered here, it is denied. */
  onlyHere: z.optional(z.boolean()),
  /** When the client ends the request by itself; absent if it waits without limit. */
  deadline: z.optional(
    z.object({
      dueAt: z.string(),
      /**
       * More values may be added. Known: `blocked`, and `unanswered` for a question after which the
       * agent continues.
       */
      outcome: z.string(),
    }),
  ),
  /** Held call; absent if the client does not wait for the hub. */
  call: z.optional(heldCallSchema),
  /** Digest of the request, see `digestText`; a window adds it for its pages. */
  shown: z.optional(z.string()),
}));
export type PendingRequest = z.infer<typeof pendingRequestSchema>;

/** A session on the board. Times are ISO 8601 in UTC, amounts of money are US dollars. */
export const liveSessionSchema = z.lazyObject(() => ({
  sessionId: z.string().check(z.minLength(1)),
  /** Id of the agent; absent for Claude Code. */
  agent: z.optional(z.string()),
  /** Title: the first prompt, or the name that the user gave the session. */
  title: z.string(),
  ...cardMarks(),
  ...cardOutcome(),
  projectPath: z.string(),
  projectName: z.string(),
  ...sessionPlace(),
  gitBranch: z.optional(z.string()),
  /** Empty until the client reports a transcript. */
  transcriptPath: z.string(),
  /** True for a transcript on another machine, which has no path here. */
  hasTranscript: z.optional(z.boolean()),
  /** Process id; absent if no living process runs the session. */
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
  cost: costSchema,
  contextWindow: z.object({
    usedTokens: z.number(),
    sizeTokens: z.number(),
    usedPercent: z.number(),
    /** Number of tokens at which the client compacts automatically; absent if unknown. */
    compactsAtTokens: z.optional(z.number()),
  }),
  /** Last prompt of the user; absent before the first one. */
  lastPrompt: z.optional(z.string()),
  /** Progress of the agent's own task list; absent if it has none. */
  tasks: z.optional(
    z.object({ completed: z.number().check(z.int()), total: z.number().check(z.int()) }),
  ),
  /** Changes by its tools and its subagents; absent before the first edit. */
  changes: z.optional(
    z.object({ files: z.number().check(z.int()), edits: z.number().check(z.int()) }),
  ),
  /** Other sessions in its work tree; absent if there are none. */
  collisions: z.optional(cardCollisionsSchema),
  /** When a person reviewed all changes; absent if something changed since. */
  reviewed: z.optional(z.string()),
  subagents: z.array(subagentCardSchema),
  pendingRequest: z.optional(pendingRequestSchema),
  /** The last dialog since the user's prompt that timed out, and what the client then did. */
  expired: z.optional(z.object({ at: z.string(), label: labelSchema })),
  /** The usage limit at which the session is stopped. */
  limit: z.optional(sessionLimitSchema),
  ...cardSchedule(),
  /** Calls that auto mode blocked; absent if there were none. */
  blocked: z.optional(blockedCallsSchema),
  /** The session's background job in Claude Code; absent in the foreground. */
  background: z.optional(backgroundJobSchema),
  /** Prompt queue; absent if no process runs the session and no prompt is queued. */
  prompting: z.optional(promptingSchema),
  ...cardFollowUps(),
  ...grantsField(),
}));
export type LiveSession = z.infer<typeof liveSessionSchema>;

/** Activity of a session over time: blocked on a person, idle at its prompt, running, or done. */
export const spanKinds = ['blocked', 'idle', 'running', 'done'] as const;
export type SpanKind = (typeof spanKinds)[number];

/** `GET /api/live/sessions/:id/details`: loaded when a person expands a card. */
export const sessionDetailsSchema = z.lazyObject(() => ({
  tasks: z.array(z.object({ subject: z.string(), completed: z.boolean() })),
  /** Changed files, latest first; a few dozen at most. */
  changes: z.array(z.object({ path: z.string(), edits: z.number().check(z.int()) })),
  cost: z.object({
    byKind: costByKindSchema,
    models: z.array(
      z.object({
        model: z.string(),
        usd: z.number(),
        tokens: z.number(),
        unpriced: z.optional(z.boolean()),
      }),
    ),
  }),
  /** Activity in the last hour; each entry lasts until the next one. */
  recent: z.array(z.object({ at: z.string(), kind: z.enum(spanKinds) })),
}));
export type SessionDetails = z.infer<typeof sessionDetailsSchema>;

export const summarySchema = z.lazyObject(() => ({
  needsYouCount: z.number().check(z.int()),
  autonomousCount: z.number().check(z.int()),
  deliveredCount: z.number().check(z.int()),
  /** Sums for today, by the messages' timestamps in the hub's time zone, including subagents. */
  totalCostTodayUsd: z.number(),
  totalTokensToday: z.number(),
  /** True if part of the cost uses the price of a different model. */
  costTodayEstimated: z.optional(z.boolean()),
  /** True if the price of some tokens is unknown. */
  costTodayUnpriced: z.optional(z.boolean()),
  /** Progress of the first scan of all transcripts; costs still rise while it is set. */
  scan: z.optional(
    z.object({
      doneBytes: z.number(),
      totalBytes: z.number(),
      /** True once today's sums are complete; the remaining transcripts are older. */
      todayIsKnown: z.boolean(),
    }),
  ),
  /** Stranded sessions, see `strandedSchema`; absent if none are offered for resuming. */
  stranded: z.optional(z.array(z.string())),
  ...boardMachines(),
  /** Absent if no client without a terminal has reported them. */
  limits: z.optional(accountLimitsSchema),
  /** Limits of the accounts of other agents; absent if none has reported any. */
  agentLimits: z.optional(z.array(accountLimitsSchema)),
  /** Present after an absence of the person, until its sessions were seen or it is closed. */
  digest: z.optional(digestSchema),
  ...summaryGrants(),
  ...awakeField(),
}));
export type Summary = z.infer<typeof summarySchema>;

const board = () => ({ sessions: z.array(liveSessionSchema), summary: summarySchema });
/** `GET /api/live/sessions`. Sessions are in board order. */
export const boardSchema = z.lazyObject(board);
export type Board = z.infer<typeof boardSchema>;

/**
 * The server-sent events of `GET /api/live/stream`; each frame's `id` is one more than the last. A
 * large board is sent as several `snapshot` frames with one id, most urgent sessions first.
 */
export const streamEventSchema = z.lazyUnion('type', () => [
  z.object({
    type: z.literal('snapshot'),
    /** `more`: a further part of the same snapshot follows. */
    data: z.object({ ...board(), more: z.optional(z.boolean()) }),
  }),
  z.object({ type: z.literal('sessions'), data: z.array(liveSessionSchema) }),
  z.object({ type: z.literal('removed'), data: z.array(z.string()) }),
  z.object({ type: z.literal('summary'), data: summarySchema }),
]);
export type StreamEvent = z.infer<typeof streamEventSchema>;

/**
 * `GET /api/live/hello?nonce=…`: proves without revealing a secret that this user's hub answers.
 */
export const helloSchema = z.lazyObject(() => ({
  version: z.number().check(z.int()),
  pid: z.number().check(z.int()),
  startedAt: z.string(),
  /** Hex HMAC-SHA-256 of `hello:<nonce>:<port>`, keyed with the key file. */
  proof: z.string(),
}));
export type Hello = z.infer<typeof helloSchema>;

/** `<config home>/mission-control/endpoint.json`. */
export const endpointSchema = z.lazyObject(() => ({
  version: z.number().check(z.int()),
  url: z.string(),
  pid: z.number().check(z.int()),
  startedAt: z.string(),
  /** The socket beside this file; absent if the system supports none. */
  socket: z.optional(z.string()),
  /** Id of the hub's host, as hosts may share the config home; absent in older versions. */
  host: z.optional(z.string()),
}));
export type Endpoint = z.infer<typeof endpointSchema>;

/**
 * `POST /api/live/budget`: the user's spending limits in US dollars; an absent field means no
 * limit.
 */
export const budgetSchema = z.lazyObject(() => ({
  perSessionUsd: z.optional(z.number().check(z.positive())),
  perDayUsd: z.optional(z.number().check(z.positive())),
}));
export type Budget = z.infer<typeof budgetSchema>;
