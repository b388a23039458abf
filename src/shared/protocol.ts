import * as z from 'zod';

/** The version that `endpoint.json` and the handshake carry; a different one is not followed. */
export const protocolVersion = 1;

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
} as const;

export const agentStateGroupSchema = z.enum(['needs_you', 'autonomous', 'delivered']);
/** What the operator has to do: act, wait, or take delivery. */
export type AgentStateGroup = z.infer<typeof agentStateGroupSchema>;

/** Which signal told the state; listed from the most to the least trusted. */
export const stateSourceSchema = z.enum(['hook', 'registry', 'jsonl', 'fallback']);
export type StateSource = z.infer<typeof stateSourceSchema>;

export const agentStateSchema = z.object({
  group: agentStateGroupSchema,
  /** An open string: a view renders an unknown one with its group's default icon and colour. */
  state: z.string().min(1),
  label: z.string(),
  /** 0 (a guess) to 1 (the agent said so itself). */
  confidence: z.number().min(0).max(1),
  source: stateSourceSchema,
  /** Raw values behind the label, for domain layers and for the views. */
  context: z.record(z.string(), z.unknown()).optional(),
});
export type AgentState = z.infer<typeof agentStateSchema>;

export const evidenceSchema = z.object({
  source: stateSourceSchema,
  /** The hook's event, the registry's word, or the transcript's last telling line. */
  signal: z.string(),
  at: z.string(),
  /** What this signal alone would say. */
  state: z.string(),
  confidence: z.number(),
  verdict: z.enum(['decides', 'agrees', 'overruled']),
});
/** One signal behind a state: what it said, when, and whether it won. */
export type Evidence = z.infer<typeof evidenceSchema>;

/** Tokens by kind; `total` is the sum of the four. */
export const tokenCountsSchema = z.object({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheCreation: z.number(),
  total: z.number(),
});
export type TokenCounts = z.infer<typeof tokenCountsSchema>;

export const subagentCardSchema = z.object({
  agentId: z.string(),
  agentType: z.string(),
  description: z.string().optional(),
  /** An open string; known: `spawned`, `running`, `needs_permission`, `completed`, `failed`. */
  state: z.string(),
  /** The agent that started this one; absent when the main agent did. */
  parentAgentId: z.string().optional(),
  startedAt: z.string().optional(),
  endedAt: z.string().optional(),
  transcriptPath: z.string().optional(),
  tokens: tokenCountsSchema.optional(),
});
export type SubagentCard = z.infer<typeof subagentCardSchema>;

/** A dialog that is open in the session's terminal. */
export const pendingRequestSchema = z.object({
  toolName: z.string(),
  /** Absent where only a notification or the registry told of the request. */
  toolInput: z.unknown().optional(),
  /** The client's own suggestions, as it sent them. */
  suggestions: z.array(z.unknown()),
  requestedAt: z.string(),
  /** Set when a subagent asks, not the main agent. */
  agentId: z.string().optional(),
  agentType: z.string().optional(),
});
export type PendingRequest = z.infer<typeof pendingRequestSchema>;

/** Times are ISO 8601 in UTC, money is US dollars. */
export const liveSessionSchema = z.object({
  sessionId: z.string().min(1),
  /** The first prompt, or the name the user gave the session. */
  title: z.string(),
  projectPath: z.string(),
  projectName: z.string(),
  gitBranch: z.string().optional(),
  /** Empty while the client has not named a transcript yet. */
  transcriptPath: z.string(),
  /** Set while a living process runs the session. */
  pid: z.number().int().optional(),
  entrypoint: z.string().optional(),
  model: z.string().optional(),
  permissionMode: z.string().optional(),
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
  }),
  /** What the user asked last; absent before the first prompt. */
  lastPrompt: z.string().optional(),
  /** The agent's own task list, when it keeps one. */
  tasks: z.object({ completed: z.number().int(), total: z.number().int() }).optional(),
  subagents: z.array(subagentCardSchema),
  pendingRequest: pendingRequestSchema.optional(),
});
export type LiveSession = z.infer<typeof liveSessionSchema>;

export const summarySchema = z.object({
  needsYouCount: z.number().int(),
  autonomousCount: z.number().int(),
  deliveredCount: z.number().int(),
  /** By each message's own timestamp, local day of the hub's machine, subagents included. */
  totalCostTodayUsd: z.number(),
  totalTokensToday: z.number(),
});
export type Summary = z.infer<typeof summarySchema>;

/** `GET /api/live/sessions`, and the data of a `snapshot` event. Sessions are in board order. */
export const boardSchema = z.object({
  sessions: z.array(liveSessionSchema),
  summary: summarySchema,
});
export type Board = z.infer<typeof boardSchema>;

/** The server-sent events of `GET /api/live/stream`; each frame's `id` is one more than the last. */
export const streamEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), data: boardSchema }),
  z.object({ type: z.literal('sessions'), data: z.array(liveSessionSchema) }),
  z.object({ type: z.literal('removed'), data: z.array(z.string()) }),
  z.object({ type: z.literal('summary'), data: summarySchema }),
]);
export type StreamEvent = z.infer<typeof streamEventSchema>;

/** `GET /api/live/hello?nonce=…`: proof, without any secret in it, that a hub of this user answers. */
export const helloSchema = z.object({
  version: z.number().int(),
  pid: z.number().int(),
  startedAt: z.string(),
  /** Hex HMAC-SHA256 under the key file of `hello:<nonce>:<port>`. */
  proof: z.string(),
});
export type Hello = z.infer<typeof helloSchema>;

/** `<config home>/mission-control/endpoint.json`. */
export const endpointSchema = z.object({
  version: z.number().int(),
  url: z.string(),
  pid: z.number().int(),
  startedAt: z.string(),
});
export type Endpoint = z.infer<typeof endpointSchema>;

/** `POST /api/live/budget`: what the user wants to spend at most, in US dollars; absent: no limit. */
export const budgetSchema = z.object({
  perSessionUsd: z.number().positive().optional(),
  perDayUsd: z.number().positive().optional(),
});
export type Budget = z.infer<typeof budgetSchema>;

/** `POST /api/live/sessions/:id/archive`: out of sight until new activity, or back in sight. */
export const archiveSchema = z.object({ archived: z.boolean() });
export type ArchiveIntent = z.infer<typeof archiveSchema>;

/** Every error answer of the hub. `error` is a fixed slug; a body is never echoed. */
export const errorAnswerSchema = z.object({ error: z.string(), message: z.string() });
export type ErrorAnswer = z.infer<typeof errorAnswerSchema>;
