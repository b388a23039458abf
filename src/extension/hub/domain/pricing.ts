import { findModel, readModelName } from './modelName';
import { type PricedModel, type Prices, dollarsPerWebSearch, usOnlyFactor } from './priceTable';

/** Tokens of one message by kind. */
export interface MessageUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly webSearches: number;
  readonly fast: boolean;
  /** The message was answered with `inference_geo: 'us'`. */
  readonly usOnly: boolean;
}

/** Dollars per million tokens, by model; any spelling of a known model's name will do. */
export type PriceOverrides = Readonly<Record<string, PriceOverride>>;
export type PriceOverride = { readonly [Kind in TokenKind]?: number | undefined };
type TokenKind = keyof Prices;

const tokenKinds: readonly TokenKind[] = [
  'input',
  'output',
  'cacheRead',
  'cacheWrite5m',
  'cacheWrite1h',
];

/**
 * US dollars for one message; `estimated` when the price of another model stands in. An overridden
 * price is final: neither prompt length nor speed nor region changes it.
 */
export function priceMessage(
  model: string,
  usage: MessageUsage,
  at: number,
  overrides?: PriceOverrides,
): { usd: number; estimated: boolean } {
  // The client's own notices, errors for example, carry this name and never reached a model.
  if (model === '<synthetic>') return { usd: 0, estimated: false };
  const found = findModel(model);
  const listed = listedPrices(found.model, usage, at);
  const override = overrides === undefined ? undefined : findOverride(model, overrides);
  const factor = usage.usOnly ? usOnlyFactor : 1;
  let usd = usage.webSearches * dollarsPerWebSearch;
  let estimated = false;
  for (const kind of tokenKinds) {
    const own = override?.[kind];
    usd += (usage[kind] / 1e6) * (own ?? listed[kind] * factor);
    estimated ||= own === undefined && !found.exact;
  }
  return { usd, estimated };
}

function listedPrices(model: PricedModel, usage: MessageUsage, at: number): Prices {
  if (usage.fast && model.fast !== undefined) return model.fast;
  const period =
    model.periods.find(({ until }) => until === undefined || at < until) ?? model.periods[0];
  const { longPrompt } = period;
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;
  return longPrompt !== undefined && prompt > longPrompt.aboveTokens
    ? longPrompt.prices
    : period.standard;
}

/** The entry with exactly this name wins over one that spells the same model in another way. */
function findOverride(model: string, overrides: PriceOverrides): PriceOverride | undefined {
  if (Object.hasOwn(overrides, model)) return overrides[model];
  const name = readModelName(model);
  if (name?.version === undefined) return undefined;
  return Object.entries(overrides).find(([key]) => {
    const other = readModelName(key);
    return other?.family === name.family && other.version === name.version;
  })?.[1];
}
