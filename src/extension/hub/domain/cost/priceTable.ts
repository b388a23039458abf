/** US dollars per million tokens. */
export interface Prices {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
}

/** What a model costs during one stretch of time. */
export interface PricePeriod {
  /** Exclusive, ms since 1970; the last period of a model has no end. */
  readonly until?: number;
  readonly standard: Prices;
  /** Prices of the whole message once its prompt, cached parts included, is longer. */
  readonly longPrompt?: { readonly aboveTokens: number; readonly prices: Prices };
}

export const families = ['opus', 'sonnet', 'haiku', 'fable', 'mythos'] as const;
export type Family = (typeof families)[number];

export interface PricedModel {
  readonly family: Family;
  /** Tenths, so that 5.5 is 55: versions are compared by their distance. */
  readonly version: number;
  readonly contextWindow: number;
  /** Oldest first. */
  readonly periods: readonly [PricePeriod, ...PricePeriod[]];
  /** In fast mode the length of the prompt does not matter. */
  readonly fast?: Prices;
}

export const dollarsPerWebSearch = 0.01;
/** Inference kept in the US costs this much more, web searches excepted. */
export const usOnlyFactor = 1.1;

/** The usual multiples: writing to the cache costs 1.25 or 2 times the input, reading a tenth. */
function prices(input: number, output: number, cacheRead = input / 10): Prices {
  return { input, output, cacheRead, cacheWrite5m: input * 1.25, cacheWrite1h: input * 2 };
}

type Times = PricedModel['periods'];
const always = (standard: Prices): Times => [{ standard }];

const opus3 = prices(15, 75);
const opus45 = prices(5, 25);
const opus46Fast = prices(30, 150);
const opus48Fast = prices(10, 50);
const sonnet3 = prices(3, 15);
const fable5 = prices(10, 50);
const fable51 = prices(10, 50, 0.25);
const fable52 = prices(8, 40, 0.2);
const fable52Fast = prices(16, 80, 0.4);

const sonnetLong = { aboveTokens: 200_000, prices: prices(6, 22.5) };
const opusLong = { aboveTokens: 200_000, prices: prices(10, 37.5) };
/** From this day on a long prompt cost no more than a short one with Opus 4.6 and Sonnet 4.6. */
const longPromptsAtStandardPrice = Date.UTC(2026, 2, 13);
const sonnet55CacheReadCut = Date.UTC(2026, 9, 7);

const k200 = 200_000;
const m1 = 1_000_000;

/**
 * List prices of the first-party API, from the model catalogue inside Claude Code 2.1.329, read
 * 2026-11-21. Not in it: models 3 and the preview of Mythos, the days of price changes and the
 * long-prompt prices of Sonnet 4 to 4.6 and Opus 4.6, all as published when they applied: of the
 * whole message, answer included. The table of ccusage 20.0.24 has the same prices for Sonnet 4 and
 * 4.5, and none for the other two, whose tier ended.
 */
export const pricedModels: readonly PricedModel[] = [
  { family: 'opus', version: 30, contextWindow: k200, periods: always(opus3) },
  { family: 'opus', version: 40, contextWindow: k200, periods: always(opus3) },
  { family: 'opus', version: 41, contextWindow: k200, periods: always(opus3) },
  { family: 'opus', version: 45, contextWindow: k200, periods: always(opus45) },
  {
    family: 'opus',
    version: 46,
    contextWindow: k200,
    periods: [
      { until: longPromptsAtStandardPrice, standard: opus45, longPrompt: opusLong },
      { standard: opus45 },
    ],
    fast: opus46Fast,
  },
  { family: 'opus', version: 47, contextWindow: m1, periods: always(opus45), fast: opus46Fast },
  { family: 'opus', version: 48, contextWindow: m1, periods: always(opus45), fast: opus48Fast },
  { family: 'opus', version: 50, contextWindow: m1, periods: always(opus45), fast: opus48Fast },
  {
    family: 'opus',
    version: 55,
    contextWindow: m1,
    periods: always(prices(4, 20, 0.2)),
    fast: prices(8, 40, 0.4),
  },
  { family: 'sonnet', version: 30, contextWindow: k200, periods: always(sonnet3) },
  { family: 'sonnet', version: 35, contextWindow: k200, periods: always(sonnet3) },
  { family: 'sonnet', version: 37, contextWindow: k200, periods: always(sonnet3) },
  {
    family: 'sonnet',
    version: 40,
    contextWindow: k200,
    periods: [{ standard: sonnet3, longPrompt: sonnetLong }],
  },
  {
    family: 'sonnet',
    version: 45,
    contextWindow: k200,
    periods: [{ standard: sonnet3, longPrompt: sonnetLong }],
  },
  {
    family: 'sonnet',
    version: 46,
    contextWindow: k200,
    periods: [
      { until: longPromptsAtStandardPrice, standard: sonnet3, longPrompt: sonnetLong },
      { standard: sonnet3 },
    ],
  },
  // The rise to $3 and $15 announced for September 2026 was called off.
  { family: 'sonnet', version: 50, contextWindow: m1, periods: always(prices(2, 10)) },
  {
    family: 'sonnet',
    version: 55,
    contextWindow: m1,
    periods: [
      { until: sonnet55CacheReadCut, standard: prices(2, 10) },
      { standard: prices(2, 10, 0.1) },
    ],
  },
  {
    family: 'haiku',
    version: 30,
    contextWindow: k200,
    periods: always({ ...prices(0.25, 1.25), cacheRead: 0.03, cacheWrite5m: 0.3 }),
  },
  { family: 'haiku', version: 35, contextWindow: k200, periods: always(prices(0.8, 4)) },
  { family: 'haiku', version: 45, contextWindow: k200, periods: always(prices(1, 5)) },
  {
    family: 'haiku',
    version: 55,
    contextWindow: m1,
    periods: [
      {
        standard: prices(0.1, 0.5),
        longPrompt: { aboveTokens: 100_000, prices: prices(0.5, 2.5) },
      },
    ],
  },
  { family: 'fable', version: 50, contextWindow: m1, periods: always(fable5) },
  { family: 'fable', version: 51, contextWindow: m1, periods: always(fable51) },
  {
    family: 'fable',
    version: 52,
    contextWindow: m1,
    periods: always(fable52),
    fast: fable52Fast,
  },
  // The preview of Mythos has no number in its name.
  { family: 'mythos', version: 0, contextWindow: m1, periods: always(prices(25, 125)) },
  { family: 'mythos', version: 50, contextWindow: m1, periods: always(fable5) },
  { family: 'mythos', version: 51, contextWindow: m1, periods: always(fable51) },
  {
    family: 'mythos',
    version: 52,
    contextWindow: m1,
    periods: always(fable52),
    fast: fable52Fast,
  },
];
