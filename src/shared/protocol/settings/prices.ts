import * as z from '../schema';

/** US dollars per million tokens. */
const price = z.lazy(() => z.number().check(z.minimum(0), z.maximum(1_000_000)));

const kinds = () => ({
  input: z.optional(price),
  output: z.optional(price),
  cacheRead: z.optional(price),
  cacheWrite5m: z.optional(price),
  cacheWrite1h: z.optional(price),
});

/** Prices of a model that replace its list prices; an omitted kind keeps its list price. */
export const modelPricesSchema = z.lazy(() =>
  z.strictObject({
    ...kinds(),
    /** Prices for a complete message whose prompt, including cached parts, is longer than this. */
    longContext: z.optional(
      z.strictObject({ aboveTokens: z.number().check(z.int(), z.minimum(1)), ...kinds() }),
    ),
  }),
);
export type ModelPrices = z.infer<typeof modelPricesSchema>;

export const maxPricedModels = 200;
export const modelPatternSchema = z.lazy(() => z.string().check(z.minLength(1), z.maxLength(200)));

/**
 * `POST /api/live/prices`: prices by model name in any spelling, or by a pattern in which `*` is a
 * wildcard. Replaces all prices sent before.
 */
export const priceOverridesSchema = z.lazy(() =>
  z
    .record(modelPatternSchema, modelPricesSchema)
    .check(z.refine((prices) => Object.keys(prices).length <= maxPricedModels)),
);
export type PriceOverrides = z.infer<typeof priceOverridesSchema>;

/**
 * Cost in dollars. `estimated`: the price of a different model version was used. `unpriced`: the
 * price of some tokens is unknown, so they are not included.
 */
export const costSchema = z.lazyObject(() => ({
  totalUsd: z.number(),
  estimated: z.boolean(),
  unpriced: z.optional(z.boolean()),
}));

/** In US dollars. */
export const costByKindSchema = z.lazyObject(() => ({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheCreation: z.number(),
  /** Web searches. */
  other: z.number(),
}));
export type CostByKind = z.infer<typeof costByKindSchema>;
