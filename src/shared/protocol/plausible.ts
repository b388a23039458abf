/**
 * Bounds of what programs write down: transcripts, registry files and other machines say what they like, and one
 * absurd number would outweigh all others, or sort its session first for ever.
 */

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** No client is older, in ms since 1970. */
export const oldestTime = Date.UTC(2025, 0, 1);
/** The clocks of hosts that share a folder differ by less, in ms; so do those of a system before it asked for the time. */
const skewMs = dayMs;
/** A limit resets, or a prompt is due, before so long, in ms. */
const longestWaitMs = 400 * dayMs;

/** Tokens of one kind in one message: ten times the largest context window, as a message may have several rounds. */
export const mostTokens = 10_000_000;
/** Web searches of one message. */
const mostSearches = 1_000;
/** No session costs more, and no machine on one day, in US dollars. */
const mostUsd = 1e6;
/** No session has used more tokens, and no machine on one day. */
const mostSpentTokens = 1e12;

/** A time at which something happened, in ms since 1970; undefined where that is to come. */
export function elapsedTime(at: number | undefined, now = Date.now()): number | undefined {
  return at !== undefined && at >= 0 && at <= now + skewMs ? at : undefined;
}

/** A time at which a client did something; undefined also for one before there was any. */
export function pastTime(at: number | undefined, now = Date.now()): number | undefined {
  return at !== undefined && at >= oldestTime ? elapsedTime(at, now) : undefined;
}

/** A time that may be to come, as of a limit that resets; undefined for one in another age. */
export function comingTime(at: number | undefined, now = Date.now()): number | undefined {
  return at !== undefined && at >= oldestTime && at <= now + longestWaitMs ? at : undefined;
}

/** A number of tokens that one message can have used, or one context window can hold. */
export function tokenCount(count: number | undefined): number | undefined {
  return count !== undefined && count >= 0 && count <= mostTokens ? count : undefined;
}

/** True for the counts of one message that a model can have answered. */
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

/** What a session, or a machine on one day, spent, as another hub adds it up; an absurd sum counts as none. */
export function spentUsd(usd: number): number {
  return usd >= 0 && usd <= mostUsd ? usd : 0;
}

/** As `spentUsd`, for tokens. */
export function spentTokens(tokens: number): number {
  return tokens >= 0 && tokens <= mostSpentTokens ? tokens : 0;
}
