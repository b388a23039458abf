import { contextWindowTokens } from '../../../src/extension/agents/claude/models/contextWindow';
import type { Random } from '../../support/random';

/** Days of model launches do not matter here; that several are in use at a time does. */
export const mainModels: readonly (readonly [string, number])[] = [
  ['claude-opus-4-8', 24],
  ['claude-opus-5', 20],
  ['claude-opus-4-7', 16],
  ['claude-sonnet-4-6', 14],
  ['claude-sonnet-5', 10],
  ['claude-fable-5', 3],
  ['claude-haiku-4-5-20251001', 2],
  // Newer than the price tables of most tools.
  ['claude-opus-5-5', 7],
  ['claude-sonnet-5-5', 2],
  ['claude-fable-5-2', 0.5],
  // Long prompts at a higher price.
  ['claude-sonnet-4-5-20250929', 1.3],
  // A model that no price table has.
  ['claude-opus-6-20261115', 0.2],
];

export const agentModels: readonly (readonly [string, number])[] = [
  ['claude-haiku-4-5-20251001', 60],
  ['claude-sonnet-4-6', 20],
  ['claude-opus-4-8', 15],
  ['claude-haiku-5-5', 5],
];

const longPrompts = 'claude-sonnet-4-5-20250929';

/** What a conversation begins with, in tokens: instructions, tools, and with some what they had read at once. */
export function openingTokens(random: Random, model: string): number {
  return model === longPrompts ? random.between(120_000, 300_000) : random.between(14_000, 24_000);
}

/** Tokens at which the client compacts a conversation. */
export function compactsAt(model: string): number {
  return (model === longPrompts ? 1_000_000 : contextWindowTokens(model)) * 0.8;
}
