import * as z from './schema';
import { askedAfterSchema, blockedCallsSchema } from './session/blocked';
import { cardCollisionsSchema } from './work/collisions';
import { heldCallSchema } from './control';
import { cardOutcome } from './layers/display';
import { labelSchema } from './label';
import { accountLimitsSchema, sessionLimitSchema } from './session/limit';
import { digestSchema } from './looks';
import { machineCardSchema, sessionMachineSchema } from './machines/machineNews';
import { cardMarks } from './marks';
import { promptingSchema } from './prompts';
import { backgroundJobSchema } from './session/background';
import { scheduledRunSchema } from './session/schedule';
import { costByKindSchema, costSchema } from './prices';

/** Protocol version of `endpoint.json` and the handshake; clients follow no other. */
export const protocolVersion = 3;

/** Ports that a hub tries, in this order; every client probes the same ones. */
export const hubPorts: readonly number[] = Array.from({ length: 10 }, (_, at) => 47_892 + at);

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
  stranded: '/api/live/stranded',
  marks: '/api/live/marks',
  phones: '/api/live/phones',
  layers: '/api/live/layers',
  rules: '/api/live/rules',
  labels: '/api/live/labels',
  looks: '/api/live/looks',
  pulls: '/api/live/pulls',
  worktrees: '/api/live/worktrees',
  machines: '/api/live/machines',
  end: '/api/live/end',
} as const;

export const agentStateGroupSchema = z.lazy(() => z.enum(['needs_you', 'autonomous', 'delivered']));
/** Group of a state by what a person has to do: act, wait, or take delivery. */
export type AgentStateGroup = z.infer<typeof agentStateGroupSchema>;

/** Source of a state, from most to least trusted. */
const stateSourceSchema = z.lazy(() => z.enum(['hook', 'registry', 'jsonl', 'fallback']));
export type StateSource = z.infer<typeof stateSourceSchema>;

export const agentStateSchema = z.lazyObject(() => ({
  group: agentStateGroupSchema,
  /** An open string: a view renders an unknown one with its group's default icon and colour. */
  state: z.string().check(z.minLength(1)),
  label: labelSchema,
  /** 0 (a guess) to 1 (the agent said so itself). */
  confidence: z.number().check(z.minimum(0), z.maximum(1)),
  source: stateSourceSchema,
  /** Raw values behind the label, for domain layers and for the views. */
  context: z.optional(z.record(z.string(), z.unknown())),
}));
export type AgentState = z.infer<typeof agentStateSchema>;

const evidenceSchema = z.lazyObject(() => ({
  source: stateSourceSchema,
  /** Event of the hook, word of the registry, or last telling entry of the transcript. */
  signal: z.string(),
  at: z.string(),
  /** State that this signal alone would give. */
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
  /** An open string; known: `spawned`, `running`, `needs_permission`, `idle` (a teammate), `completed`, `failed`. */
  state: z.string(),
  /** The agent that started this one; absent when the main agent did. */
  parentAgentId: z.optional(z.string()),
  startedAt: z.optional(z.string()),
  endedAt: z.optional(z.string()),
  transcriptPath: z.optional(z.string()),
  /** True in place of a path for a transcript on another machine. */
  hasTranscript: z.optional(z.boolean()),
  tokens: z.optional(tokenCountsSchema),
}));
export type SubagentCard = z.infer<typeof subagentCardSchema>;

/**
 * A dialog that is open in the session's terminal. On the board its input is a preview of some
 * kilobytes; `GET /api/live/sessions/:id/request` answers it whole.
 */
export const pendingRequestSchema = z.lazyObject(() => ({
  /** Id of the request, stable for as long as the dialog is open. */
  requestId: z.string(),
  toolName: z.string(),
  /** Absent where only a notification or the registry told of the request. */
  toolInput: z.optional(z.unknown()),
  /** Suggestions of the client, as it sent them. */
  suggestions: z.array(z.unknown()),
  /** False where a part of the input or of the suggestions was cut or left out. */
  whole: z.boolean(),
  requestedAt: z.string(),
  /** Set when a subagent asks, not the main agent. */
  agentId: z.optional(z.string()),
  agentType: z.optional(z.string()),
  /** The server of an MCP tool, where the client names it. */
  mcpServer: z.optional(z.string()),
  /** Working folder of the agent; absent where no hook told of the request. */
  cwd: z.optional(z.string()),
  /** Last message of the agent before it, cut in the middle; absent where it said nothing since its prompt. */
  said: z.optional(z.string()),
  /** Set where auto mode asks because it blocked calls in a row. */
  blocked: z.optional(askedAfterSchema),
  /** True where its terminal shows no dialog of it: left to it, it is denied. */
  onlyHere: z.optional(z.boolean()),
  /** When its client ends it by itself; absent where it waits. */
  deadline: z.optional(
    z.object({
      dueAt: z.string(),
      /** An open string; known: `blocked`, and `unanswered` for a question that the agent goes on without. */
      outcome: z.string(),
    }),
  ),
  /** Held call; absent where the client does not wait for the hub. */
  call: z.optional(heldCallSchema),
  /** Digest of the request as it is here; a window adds it for its pages. */
  shown: z.optional(z.string()),
}));
export type PendingRequest = z.infer<typeof pendingRequestSchema>;

/** Times are ISO 8601 in UTC, money is US dollars. */
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
  /** The machine that it runs on; absent where that is this one. Its paths are paths there. */
  machine: z.optional(sessionMachineSchema),
  gitBranch: z.optional(z.string()),
  /** Empty while the client has not named a transcript yet. */
  transcriptPath: z.string(),
  /** True in place of a path for a transcript on another machine. */
  hasTranscript: z.optional(z.boolean()),
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
  cost: costSchema,
  contextWindow: z.object({
    usedTokens: z.number(),
    sizeTokens: z.number(),
    usedPercent: z.number(),
    /** Tokens at which the client compacts by itself; absent where unknown. */
    compactsAtTokens: z.optional(z.number()),
  }),
  /** Last prompt of the user; absent before the first one. */
  lastPrompt: z.optional(z.string()),
  /** Progress of the agent's own task list, where it keeps one. */
  tasks: z.optional(
    z.object({ completed: z.number().check(z.int()), total: z.number().check(z.int()) }),
  ),
  /** Changes by its tools and its subagents; absent before the first edit. */
  changes: z.optional(
    z.object({ files: z.number().check(z.int()), edits: z.number().check(z.int()) }),
  ),
  /** Other sessions in its work tree; absent where it lives alone there. */
  collisions: z.optional(cardCollisionsSchema),
  /** When a person had looked at all that it changed; absent where something changed since. */
  reviewed: z.optional(z.string()),
  subagents: z.array(subagentCardSchema),
  pendingRequest: z.optional(pendingRequestSchema),
  /** The last dialog since the user's prompt that nobody answered in time, and what its client did then. */
  expired: z.optional(z.object({ at: z.string(), label: labelSchema })),
  /** The usage limit that stopped it and still does. */
  limit: z.optional(sessionLimitSchema),
  /** Runs that its client begins by itself, the next one first; absent where there are none. */
  schedule: z.optional(z.array(scheduledRunSchema)),
  /** Calls that auto mode kept from running; absent where there were none. */
  blocked: z.optional(blockedCallsSchema),
  /** The job of Claude Code that it is; absent where it runs in the foreground. */
  background: z.optional(backgroundJobSchema),
  /** Prompt queue; absent without a living process and without queued prompts. */
  prompting: z.optional(promptingSchema),
}));
export type LiveSession = z.infer<typeof liveSessionSchema>;

/** Activity of a session over time: blocked on a person, idle at its prompt, at work, or over. */
export const spanKinds = ['blocked', 'idle', 'running', 'done'] as const;
export type SpanKind = (typeof spanKinds)[number];

/** `GET /api/live/sessions/:id/details`: loaded when a person opens a card. */
export const sessionDetailsSchema = z.lazyObject(() => ({
  tasks: z.array(z.object({ subject: z.string(), completed: z.boolean() })),
  /** Changed files, the last one first; some dozens at most. */
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

/** `2026-03-02`. */
export const daySchema = z.lazy(() => z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)));

/**
 * `GET /api/live/day?day=2026-03-02`: a day in the calendar of the hub; without one, today. A desk in
 * another time zone names the time itself, by `from` and `to`.
 */
export const dayQuerySchema = z.lazyObject(() => ({
  day: z.optional(daySchema),
  from: z.optional(z.string().check(z.maxLength(40))),
  to: z.optional(z.string().check(z.maxLength(40))),
}));

/** Report on the sessions of a day. Durations are in ms. */
export const dayReportSchema = z.lazyObject(() => ({
  day: z.string(),
  /** Days with a record, the oldest first. */
  days: z.array(z.string()),
  /** Midnight. */
  from: z.string(),
  /** The next midnight, or now. */
  to: z.string(),
  /** Total time that sessions waited for a person, and that they worked. */
  blockedMs: z.number(),
  runningMs: z.number(),
  /** Calls that auto mode blocked; absent where it blocked none. */
  blockedCalls: z.optional(z.number().check(z.int())),
  /** Names of machines that have not told of theirs; absent where none is missing. */
  missing: z.optional(z.array(z.string())),
  /** Sessions in the order in which they began. */
  lanes: z.array(
    z.object({
      sessionId: z.string(),
      title: z.string(),
      projectName: z.string(),
      /** The machine that it runs on; absent for this one. */
      machine: z.optional(sessionMachineSchema),
      blockedMs: z.number(),
      runningMs: z.number(),
      blockedCalls: z.optional(z.number().check(z.int())),
      stretches: z.array(z.object({ from: z.string(), to: z.string(), kind: z.enum(spanKinds) })),
    }),
  ),
}));
export type DayReport = z.infer<typeof dayReportSchema>;

export const summarySchema = z.lazyObject(() => ({
  needsYouCount: z.number().check(z.int()),
  autonomousCount: z.number().check(z.int()),
  deliveredCount: z.number().check(z.int()),
  /** Sums of today by timestamp of messages, in the local day of the hub, with subagents. */
  totalCostTodayUsd: z.number(),
  totalTokensToday: z.number(),
  /** True where a part of the cost is estimated by the price of another model. */
  costTodayEstimated: z.optional(z.boolean()),
  /** True where no price is known for some of the tokens. */
  costTodayUnpriced: z.optional(z.boolean()),
  /** Progress of the first reading of all transcripts; costs still rise while it is set. */
  scan: z.optional(
    z.object({
      doneBytes: z.number(),
      totalBytes: z.number(),
      /** True once the sums of today are complete; the rest is older. */
      todayIsKnown: z.boolean(),
    }),
  ),
  /** Sessions that went down with the machine, an editor or everything at once; absent where none are offered. */
  stranded: z.optional(z.array(z.string())),
  /** Other machines on this board, in the order of the setting; absent where there are none. */
  machines: z.optional(z.array(machineCardSchema)),
  /** Absent where no session without a terminal has told it. */
  limits: z.optional(accountLimitsSchema),
  /** Present from an absence of the person on, until its sessions are looked at or it is closed. */
  digest: z.optional(digestSchema),
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
  /** Id of the hub's host, where several may have the config home; absent for hubs of older versions. */
  host: z.optional(z.string()),
}));
export type Endpoint = z.infer<typeof endpointSchema>;

/** `POST /api/live/budget`: spending limits of the user in US dollars; absent means no limit. */
export const budgetSchema = z.lazyObject(() => ({
  perSessionUsd: z.optional(z.number().check(z.positive())),
  perDayUsd: z.optional(z.number().check(z.positive())),
}));
export type Budget = z.infer<typeof budgetSchema>;

/** `POST /api/live/sessions/:id/archive`: dismisses until new activity, or restores. */
export const archiveSchema = z.lazyObject(() => ({ archived: z.boolean() }));
