import { findModel } from './modelName';

const longWindow = 1_000_000;

/** Tokens that remain when a client with the long window compacts automatically; measured. */
const leftInLongWindow = 23_000;

/**
 * Size of the model's context window in tokens; 0 if unknown. A message names its model without the
 * `[1m]` that the person chose, so a longer prompt means the long variant.
 */
export function contextWindowTokens(model: string): number {
  if (/\[1m\]/i.test(model)) return longWindow;
  const found = findModel(model);
  if (found.knownFamily) return found.model.contextWindow;
  // The client assumes a long window for models of later families.
  return /claude/i.test(model) ? longWindow : 0;
}

/**
 * The number of tokens at which the client compacts automatically; the point of an earlier
 * compaction in the conversation has precedence. Undefined if nothing is known.
 */
export function compactionPoint(
  windowTokens: number,
  seenAt: number | undefined,
): number | undefined {
  if (windowTokens <= 0) return undefined;
  if (seenAt !== undefined && seenAt <= windowTokens) return seenAt;
  return windowTokens >= longWindow ? windowTokens - leftInLongWindow : undefined;
}
