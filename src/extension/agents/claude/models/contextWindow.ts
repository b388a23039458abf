import { findModel } from './modelName';

const longWindow = 1_000_000;

/** Tokens that are left when a client with the long window compacts by itself; measured. */
const leftInLongWindow = 23_000;

/**
 * Tokens that the model can hold; 0 where nobody can tell. A message names its model without the
 * `[1m]` that the person chose, so a prompt longer than this means the long variant.
 */
export function contextWindowTokens(model: string): number {
  if (/\[1m\]/i.test(model)) return longWindow;
  const found = findModel(model);
  if (found.knownFamily) return found.model.contextWindow;
  // The client takes a model of a later family for one with a long window.
  return /claude/i.test(model) ? longWindow : 0;
}

/**
 * The number of tokens at which the client compacts the conversation by itself; where it did so before
 * in this conversation counts most. Undefined where nothing is known.
 */
export function compactionPoint(
  windowTokens: number,
  seenAt: number | undefined,
): number | undefined {
  if (windowTokens <= 0) return undefined;
  if (seenAt !== undefined && seenAt <= windowTokens) return seenAt;
  return windowTokens >= longWindow ? windowTokens - leftInLongWindow : undefined;
}
