import { findModel } from './modelName';

const longWindow = 1_000_000;

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
