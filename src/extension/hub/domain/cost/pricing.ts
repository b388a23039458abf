import type {
  CostByKind,
  ModelPrices,
  PriceOverrides,
} from '../../../../shared/protocol/settings/prices';
import { findModel, readModelName } from '../../../agents/claude/models/modelName';
import {
  type ModelTerms,
  type Prices,
  dollarsPerWebSearch,
  usOnlyFactor,
} from '../../../agents/claude/models/priceTable';

/** Tokens of one message by kind. */
export interface MessageUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly webSearches: number;
  readonly fast: boolean;
  /** True if the message was processed with `inference_geo: 'us'`. */
  readonly usOnly: boolean;
}

type TokenKind = keyof Prices;

/** The cost of one message. */
interface Price {
  usd: number;
  /** Set if the price of a different version is used. */
  estimated: boolean;
  /** Set if the price of some tokens is unknown; `usd` leaves them out. */
  unpriced: boolean;
}

/**
 * Calculates the cost of one message. A model of an unknown family, such as those of routers and
 * local servers, has no known cost. The user's own price is not multiplied by any factor; for a
 * long context, the user's separate price applies if there is one. The result is written to `into`,
 * which callers reuse to avoid one allocation per message.
 */
export function priceMessage(
  model: string,
  usage: MessageUsage,
  at: number,
  overrides?: PriceOverrides,
  into: Price = { usd: 0, estimated: false, unpriced: false },
): Price {
  into.usd = 0;
  into.estimated = false;
  into.unpriced = false;
  // The client's own notices, such as errors, have this model name and were never sent to a model.
  if (model === '<synthetic>') return into;
  if (overrides === undefined && !usage.usOnly) {
    const found = findModel(model);
    into.estimated = !found.exact;
    into.unpriced = !found.knownFamily && hasTokens(usage);
    if (found.knownFamily) into.usd = costInUsd(usage, listedPrices(found.model, usage, at));
  } else {
    const { prices, estimated, unpriced, isKnown } = pricesFor(model, usage, at, overrides);
    if (isKnown) into.usd = costInUsd(usage, prices);
    into.estimated = estimated;
    into.unpriced = unpriced;
  }
  return into;
}

/**
 * Cost of these tokens in US dollars. The sum is written out, without a loop, because the hub
 * prices a hundred thousand messages when it starts.
 */
function costInUsd(usage: MessageUsage, prices: Prices): number {
  return (
    usage.webSearches * dollarsPerWebSearch +
    (usage.input / 1e6) * prices.input +
    (usage.output / 1e6) * prices.output +
    (usage.cacheRead / 1e6) * prices.cacheRead +
    (usage.cacheWrite5m / 1e6) * prices.cacheWrite5m +
    (usage.cacheWrite1h / 1e6) * prices.cacheWrite1h
  );
}

/** Calculates the cost of one message as `priceMessage` does, by kind of token. */
export function priceByKind(
  model: string,
  usage: MessageUsage,
  at: number,
  overrides?: PriceOverrides,
): CostByKind {
  if (model === '<synthetic>') return { ...nothingSpent };
  const { prices, isKnown } = pricesFor(model, usage, at, overrides);
  if (!isKnown) return { ...nothingSpent };
  const writes =
    usage.cacheWrite5m * prices.cacheWrite5m + usage.cacheWrite1h * prices.cacheWrite1h;
  return {
    input: (usage.input / 1e6) * prices.input,
    output: (usage.output / 1e6) * prices.output,
    cacheRead: (usage.cacheRead / 1e6) * prices.cacheRead,
    cacheCreation: writes / 1e6,
    other: usage.webSearches * dollarsPerWebSearch,
  };
}

export const nothingSpent: CostByKind = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheCreation: 0,
  other: 0,
};

interface EffectivePrices extends Pick<Price, 'estimated' | 'unpriced'> {
  readonly prices: Prices;
  /** False if no price is known. */
  readonly isKnown: boolean;
}

function pricesFor(
  model: string,
  usage: MessageUsage,
  at: number,
  overrides: PriceOverrides | undefined,
): EffectivePrices {
  const found = findModel(model);
  const listed = listedPrices(found.model, usage, at);
  const factor = usage.usOnly ? usOnlyFactor : 1;
  const override = overrides === undefined ? undefined : findOverride(model, overrides);
  if (override === undefined && factor === 1) {
    const isKnown = found.knownFamily;
    const unpriced = !isKnown && hasTokens(usage);
    return { prices: listed, estimated: !found.exact, unpriced, isKnown };
  }
  const { longContext } = override ?? {};
  const isLong = longContext !== undefined && promptTokens(usage) > longContext.aboveTokens;
  let estimated = false;
  let unpriced = false;
  const priceOf = (kind: TokenKind): number => {
    const chosen = (isLong ? longContext[kind] : undefined) ?? override?.[kind];
    estimated ||= chosen === undefined && !found.exact;
    unpriced ||= chosen === undefined && !found.knownFamily && usage[kind] > 0;
    return chosen ?? listed[kind] * factor;
  };
  const prices: Prices = {
    input: priceOf('input'),
    output: priceOf('output'),
    cacheRead: priceOf('cacheRead'),
    cacheWrite5m: priceOf('cacheWrite5m'),
    cacheWrite1h: priceOf('cacheWrite1h'),
  };
  return { prices, estimated, unpriced, isKnown: found.knownFamily || override !== undefined };
}

function listedPrices(model: ModelTerms, usage: MessageUsage, at: number): Prices {
  if (usage.fast && model.fast !== undefined) return model.fast;
  const period =
    model.periods.find(({ until }) => until === undefined || at < until) ?? model.periods[0];
  const { longPrompt } = period;
  return longPrompt !== undefined && promptTokens(usage) > longPrompt.aboveTokens
    ? longPrompt.prices
    : period.standard;
}

function hasTokens(usage: MessageUsage): boolean {
  return promptTokens(usage) + usage.output > 0;
}

function promptTokens({ input, cacheRead, cacheWrite5m, cacheWrite1h }: MessageUsage): number {
  return input + cacheRead + cacheWrite5m + cacheWrite1h;
}

const overrideCache = new WeakMap<PriceOverrides, Map<string, ModelPrices | undefined>>();

/**
 * Returns the user's own prices for a model. Cached, because they are looked up for each message
 * and there are few models.
 */
function findOverride(model: string, overrides: PriceOverrides): ModelPrices | undefined {
  let found = overrideCache.get(overrides);
  if (found === undefined) overrideCache.set(overrides, (found = new Map()));
  if (!found.has(model)) found.set(model, searchOverride(model, overrides));
  return found.get(model);
}

/**
 * Finds the entry with exactly this name, else one with a different spelling of the model's name,
 * else one with a matching pattern.
 */
function searchOverride(model: string, overrides: PriceOverrides): ModelPrices | undefined {
  if (Object.hasOwn(overrides, model)) return overrides[model];
  const entries = Object.entries(overrides);
  const name = readModelName(model);
  const sameModel = entries.find(([key]) => {
    if (key.includes('*')) return false;
    const other = readModelName(key);
    return (
      name?.version !== undefined && other?.family === name.family && other.version === name.version
    );
  });
  const found =
    sameModel ?? entries.find(([key]) => key.includes('*') && matchesPattern(model, key));
  return found?.[1];
}

/** True if a name matches a pattern, whose `*` matches any text; case is ignored. */
function matchesPattern(name: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.toLowerCase().split('*');
  const last = rest.pop() ?? '';
  const text = name.toLowerCase();
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
