import { contextWindowTokens } from '../../../src/extension/agents/claude/models/contextWindow';
import type { Random } from '../../support/random';

/**
 * Models of sessions with their weights. Several are in use at the same time; launch dates are
 * ignored.
 */
export const mainModels: readonly (readonly [string, number])[] = [
  ['claude-opus-4-8', 24],
  ['claude-opus-5', 20],
  ['claude-opus-4-7', 16],
  ['claude-sonnet-4-6', 14],
  ['claude-sonnet-5', 10],
  ['claude-fable-5', 3],
  ['claude-haiku-4-5-20251001', 2],
  // These are newer than the price tables of most tools.
  ['claude-opus-5-5', 7],
  ['claude-sonnet-5-5', 2],
  ['claude-fable-5-2', 0.5],
  // The service charges a higher price for long prompts to this model.
  ['claude-sonnet-4-5-20250929', 1.3],
  // No price table contains this model.
  ['claude-opus-6-20261115', 0.2],
];

export const agentModels: readonly (readonly [string, number])[] = [
  ['claude-haiku-4-5-20251001', 60],
  ['claude-sonnet-4-6', 20],
  ['claude-opus-4-8', 15],
  ['claude-haiku-5-5', 5],
];

const longPrompts = 'claude-sonnet-4-5-20250929';

/**
 * Number of tokens in the context at the start of a conversation. The model for long prompts starts
 * with a large context.
 */
export function openingTokens(random: Random, model: string): number {
  return model === longPrompts ? random.between(120_000, 300_000) : random.between(14_000, 24_000);
}

/** Number of tokens at which the client compacts a conversation. */
export function compactsAt(model: string): number {
  return (model === longPrompts ? 1_000_000 : contextWindowTokens(model)) * 0.8;
}
