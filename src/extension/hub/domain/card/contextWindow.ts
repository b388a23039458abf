import { findModel } from '../cost/modelName';

const longWindow = 1_000_000;

/** A client with the long window compacts by itself when so many tokens are left; measured. */
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
 * At how many tokens the client compacts the conversation by itself. What it did before in the same
 * conversation counts most; undefined where nothing is known.
 */
export function compactionPoint(
  windowTokens: number,
  seenAt: number | undefined,
): number | undefined {
  if (windowTokens <= 0) return undefined;
  if (seenAt !== undefined && seenAt <= windowTokens) return seenAt;
  return windowTokens >= longWindow ? windowTokens - leftInLongWindow : undefined;
}
