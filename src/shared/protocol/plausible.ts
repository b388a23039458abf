/**
 * Plausibility limits for numbers from transcripts, registry files and other machines: a single
 * absurd value would dominate all sums, or keep its session first forever.
 */

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** No client is older than this; ms since 1970. */
export const oldestTime = Date.UTC(2025, 0, 1);
/**
 * Clock skew that is tolerated, in ms: between hosts that share a folder, and before a system
 * synchronizes its clock.
 */
const skewMs = dayMs;
/** Longest plausible wait for a limit's reset or a due prompt, in ms. */
const longestWaitMs = 400 * dayMs;

/**
 * Most tokens of one kind in one message: ten times the largest context window, because a message
 * may have several rounds.
 */
export const mostTokens = 10_000_000;
/** Most web searches in one message. */
const mostSearches = 1_000;
/** Highest cost of a session, or of a machine on one day, in US dollars. */
const mostUsd = 1e6;
/** Most tokens of a session, or of a machine on one day. */
const mostSpentTokens = 1e12;

/** The time of a past event, in ms since 1970; undefined if it is in the future. */
export function timeNotInFuture(at: number | undefined, now = Date.now()): number | undefined {
  return at !== undefined && at >= 0 && at <= now + skewMs ? at : undefined;
}

/** The time of a client's past action; undefined also if it is before the first client. */
export function pastTime(at: number | undefined, now = Date.now()): number | undefined {
  return at !== undefined && at >= oldestTime ? timeNotInFuture(at, now) : undefined;
}

/** A time that may be in the future, such as a limit's reset; undefined if it is implausible. */
export function comingTime(at: number | undefined, now = Date.now()): number | undefined {
  return at !== undefined && at >= oldestTime && at <= now + longestWaitMs ? at : undefined;
}

/** A number of tokens of one message or one context window; undefined if it is implausible. */
export function tokenCount(count: number | undefined): number | undefined {
  return count !== undefined && count >= 0 && count <= mostTokens ? count : undefined;
}

/** True if one message can have these counts. */
export function isPlausible(usage: {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly webSearches: number;
}): boolean {
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches } = usage;
  return (
    input <= mostTokens &&
    output <= mostTokens &&
    cacheRead <= mostTokens &&
    cacheWrite5m <= mostTokens &&
    cacheWrite1h <= mostTokens &&
    webSearches <= mostSearches
  );
}

/**
 * The cost of a session, or of a machine on one day, as reported by another hub; 0 if it is
 * implausible.
 */
export function spentUsd(usd: number): number {
  return usd >= 0 && usd <= mostUsd ? usd : 0;
}

/** `spentUsd` for tokens. */
export function spentTokens(tokens: number): number {
  return tokens >= 0 && tokens <= mostSpentTokens ? tokens : 0;
}
