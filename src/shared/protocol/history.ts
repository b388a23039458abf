import * as z from './schema';
import { maxQueryLength } from '../text/searchWords';
import { outcomeSchema } from './layers/display';
import { sessionMachineSchema } from './machines/machineNews';
import { cardMarks } from './marks';
import { costSchema } from './prices';

/** A past or live session, as its transcript tells. */
export const historyEntrySchema = z.lazyObject(() => ({
  sessionId: z.string().check(z.minLength(1)),
  /** Id of the agent; absent for Claude Code. */
  agent: z.optional(z.string()),
  title: z.string(),
  ...cardMarks(),
  /** Folder to resume in; empty where no entry names one. */
  projectPath: z.string(),
  projectName: z.string(),
  gitBranch: z.optional(z.string()),
  /** Empty for a session of another machine. */
  transcriptPath: z.string(),
  /** The machine that has it; absent where that is this one. */
  machine: z.optional(sessionMachineSchema),
  model: z.optional(z.string()),
  firstPrompt: z.optional(z.string()),
  lastPrompt: z.optional(z.string()),
  startedAt: z.string(),
  lastActivityAt: z.string(),
  sizeBytes: z.number(),
  /** Its outcome; absent where there is none, and until its whole transcript was read. */
  outcome: z.optional(outcomeSchema),
  /** Cost; absent until its usage was read. */
  cost: z.optional(costSchema),
}));
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** Tokens of the board's filter, such as `pr:41 tests:failing`; those for `branch` and `worktree` count too. */
const tokens = () => z.optional(z.string().check(z.maxLength(maxQueryLength)));

/**
 * `GET /api/live/history?query=…&tokens=…&limit=…`: sessions that have all words and tokens, the best
 * first, else the newest first.
 */
export const historyQuerySchema = z.lazyObject(() => ({
  query: z._default(z.string().check(z.maxLength(maxQueryLength)), ''),
  tokens: tokens(),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000)), 50),
}));
export type HistoryQuery = z.infer<typeof historyQuerySchema>;

export const historySchema = z.lazyObject(() => ({
  sessions: z.array(historyEntrySchema),
  /** Number of matches, including those beyond the limit. */
  total: z.number().check(z.int()),
  /** False while transcripts are still being read: ask again. */
  complete: z.boolean(),
  /** Names of machines that have not answered; absent where none is missing. */
  missing: z.optional(z.array(z.string())),
}));
export type HistoryPage = z.infer<typeof historySchema>;

/** `GET /api/live/history/text?query=…&tokens=…&limit=…`, at most one hit a session. */
export const historyTextQuerySchema = z.lazyObject(() => ({
  query: z.string().check(z.maxLength(maxQueryLength)),
  tokens: tokens(),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
}));

const textHitSchema = z.lazyObject(() => ({
  session: historyEntrySchema,
  /** Id of the subagent whose transcript has the text. */
  agentId: z.optional(z.string()),
  /** Who said it: `You`, `Claude`, or the name of a tool. */
  speaker: z.string(),
  /** One line of plain text around the first word. */
  excerpt: z.string(),
  /** Part of the excerpt that a reader shows unchanged. */
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
  /** `more` is true where the limit ended the search; `missing` names machines that were not searched. */
  z.object({
    type: z.literal('end'),
    data: z.object({ more: z.boolean(), missing: z.optional(z.array(z.string())) }),
  }),
]);
export type TextEvent = z.infer<typeof textEventSchema>;
