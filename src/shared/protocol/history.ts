import * as z from './schema';
import { maxQueryLength } from '../text/searchWords';
import { outcomeSchema } from './layers/display';
import { sessionPlace } from './machines/machineNews';
import { cardMarks } from './marks';
import { costSchema } from './settings/prices';

/** A past or live session, read from its transcript. */
export const historyEntrySchema = z.lazyObject(() => ({
  sessionId: z.string().check(z.minLength(1)),
  /** Id of the agent; absent for Claude Code. */
  agent: z.optional(z.string()),
  title: z.string(),
  ...cardMarks(),
  /** Folder to resume in; empty if no entry names one. */
  projectPath: z.string(),
  projectName: z.string(),
  gitBranch: z.optional(z.string()),
  /** Empty for a session on another machine. */
  transcriptPath: z.string(),
  ...sessionPlace(),
  model: z.optional(z.string()),
  firstPrompt: z.optional(z.string()),
  lastPrompt: z.optional(z.string()),
  startedAt: z.string(),
  lastActivityAt: z.string(),
  sizeBytes: z.number(),
  /** The outcome; absent if there is none, and until the complete transcript was read. */
  outcome: z.optional(outcomeSchema),
  /** Cost; absent until the usage was read. */
  cost: z.optional(costSchema),
}));
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/**
 * Filter tokens of the board, such as `pr:41 tests:failing`; `branch` and `worktree` are supported
 * as well.
 */
const tokens = () => z.optional(z.string().check(z.maxLength(maxQueryLength)));

/**
 * `GET /api/live/history?query=…&tokens=…&limit=…`: sessions that match all words and tokens, best
 * match first; without words, newest first.
 */
export const historyQuerySchema = z.lazyObject(() => ({
  query: z._default(z.string().check(z.maxLength(maxQueryLength)), ''),
  tokens: tokens(),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000)), 50),
}));
export type HistoryQuery = z.infer<typeof historyQuerySchema>;

export const historySchema = z.lazyObject(() => ({
  sessions: z.array(historyEntrySchema),
  /** Number of matches, including those beyond `limit`. */
  total: z.number().check(z.int()),
  /** False while transcripts are still being read; repeat the request later. */
  complete: z.boolean(),
  /** Names of machines that did not answer; absent if all did. */
  missing: z.optional(z.array(z.string())),
}));
export type HistoryPage = z.infer<typeof historySchema>;

/** `GET /api/live/history/text?query=…&tokens=…&limit=…`, at most one hit per session. */
export const historyTextQuerySchema = z.lazyObject(() => ({
  query: z.string().check(z.maxLength(maxQueryLength)),
  tokens: tokens(),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
}));

const textHitSchema = z.lazyObject(() => ({
  session: historyEntrySchema,
  /** Id of the subagent whose transcript contains the text. */
  agentId: z.optional(z.string()),
  /** Author of the text: `You`, `Claude`, or the name of a tool. */
  speaker: z.string(),
  /** One line of plain text around the first word. */
  excerpt: z.string(),
  /** Part of the excerpt that the reader shows unchanged, so that it can be searched there. */
  quote: z.string(),
  at: z.optional(z.string()),
}));
export type TextHit = z.infer<typeof textHitSchema>;

const textProgressSchema = z.lazyObject(() => ({
  searchedBytes: z.number(),
  totalBytes: z.number(),
}));
export type TextProgress = z.infer<typeof textProgressSchema>;

/**
 * The server-sent events of a search, newest transcripts first; `end` is the last one. Closing the
 * connection ends the search.
 */
export const textEventSchema = z.lazyUnion('type', () => [
  z.object({ type: z.literal('hit'), data: textHitSchema }),
  z.object({ type: z.literal('progress'), data: textProgressSchema }),
  /**
   * `more` is true if the limit ended the search; `missing` lists machines that were not searched.
   */
  z.object({
    type: z.literal('end'),
    data: z.object({ more: z.boolean(), missing: z.optional(z.array(z.string())) }),
  }),
]);
export type TextEvent = z.infer<typeof textEventSchema>;
