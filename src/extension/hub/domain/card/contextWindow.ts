import { findModel } from '../cost/modelName';

const longWindow = 1_000_000;

/** Tokens that are left when a client with the long window compacts by itself; measured. */
const leftInLongWindow = 23_000;

/**
 * Tokens the model can hold. A message names its model without the `[1m]` the person chose, so a
 * prompt longer than this means the long variant.
 */
export function contextWindowTokens(model: string): number {
  if (/\[1m\]/i.test(model)) return longWindow;
  const found = findModel(model);
  // The client, too, takes a name it does not know for a model with a long window.
  return found.knownFamily ? found.model.contextWindow : longWindow;
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
