import * as z from 'zod';

/** US dollars per million tokens. */
const price = z.number().min(0).max(1_000_000);

const kinds = {
  input: price.optional(),
  output: price.optional(),
  cacheRead: price.optional(),
  cacheWrite5m: price.optional(),
  cacheWrite1h: price.optional(),
} as const;

/** What a model costs in place of the list price; a kind that is not named keeps that one. */
export const modelPricesSchema = z.strictObject({
  ...kinds,
  /** Prices of a whole message once its prompt, cached parts included, is longer. */
  longContext: z.strictObject({ aboveTokens: z.number().int().min(1), ...kinds }).optional(),
});
export type ModelPrices = z.infer<typeof modelPricesSchema>;

export const maxPricedModels = 200;
export const modelPatternSchema = z.string().min(1).max(200);

/**
 * `POST /api/live/prices`: by a model's name in any spelling, or by a pattern in which `*` stands for
 * anything. Replaces all that was sent before.
 */
export const priceOverridesSchema = z
  .record(modelPatternSchema, modelPricesSchema)
  .refine((prices) => Object.keys(prices).length <= maxPricedModels);
export type PriceOverrides = z.infer<typeof priceOverridesSchema>;
