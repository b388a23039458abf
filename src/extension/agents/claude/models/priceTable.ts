/** US dollars per million tokens. */
export interface Prices {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
}

/** The prices of a model during one period. */
interface PricePeriod {
  /** Exclusive end, in ms since 1970; the last period has none. */
  readonly until?: number;
  readonly standard: Prices;
  /** Prices of the whole message if its prompt, including cached parts, exceeds the limit. */
  readonly longPrompt?: { readonly aboveTokens: number; readonly prices: Prices };
}

export const families = ['opus', 'sonnet', 'haiku', 'fable', 'mythos'] as const;
export type Family = (typeof families)[number];

export interface PricedModel {
  readonly family: Family;
  /** In tenths, so that 5.5 is 55 and distances can be compared. */
  readonly version: number;
  readonly contextWindow: number;
  /** Oldest first. */
  readonly periods: readonly [PricePeriod, ...PricePeriod[]];
  /** Prices in fast mode, regardless of the prompt's length. */
  readonly fast?: Prices;
}

/** Prices and context window of a model. */
export type ModelTerms = Omit<PricedModel, 'family' | 'version'>;

export const dollarsPerWebSearch = 0.01;
/** Factor for inference that is kept in the US; web searches are exempt. */
export const usOnlyFactor = 1.1;

/** The usual factors: writing to the cache costs 1.25 or 2 times the input, reading a tenth. */
function prices(input: number, output: number, cacheRead = input / 10): Prices {
  return { input, output, cacheRead, cacheWrite5m: input * 1.25, cacheWrite1h: input * 2 };
}

type Periods = PricedModel['periods'];

/** A model with one set of prices, or with prices that differ by period. */
function model(
  family: Family,
  version: number,
  contextWindow: number,
  prices: Prices | Periods,
  fast?: Prices,
): PricedModel {
  const periods: Periods = 'input' in prices ? [{ standard: prices }] : prices;
  return { family, version, contextWindow, periods, ...(fast && { fast }) };
}

const opus3 = prices(15, 75);
const opus45 = prices(5, 25);
const opus46Fast = prices(30, 150);
const opus48Fast = prices(10, 50);
const sonnet3 = prices(3, 15);
const sonnet5 = prices(2, 10);
const fable5 = prices(10, 50);
const fable51 = prices(10, 50, 0.25);
const fable52 = prices(8, 40, 0.2);
const fable52Fast = prices(16, 80, 0.4);

const opusLong = { aboveTokens: 200_000, prices: prices(10, 37.5) };
const sonnetLong = { aboveTokens: 200_000, prices: prices(6, 22.5) };
const haikuLong = { aboveTokens: 100_000, prices: prices(0.5, 2.5) };
/** Date from which Opus 4.6 and Sonnet 4.6 have no surcharge for long prompts. */
const longPromptsAtStandardPrice = Date.UTC(2026, 2, 13);
const sonnet55CacheReadCut = Date.UTC(2026, 9, 7);

function longPromptSurchargeUntilMarch(
  standard: Prices,
  longPrompt: PricePeriod['longPrompt'] & object,
): Periods {
  return [{ until: longPromptsAtStandardPrice, standard, longPrompt }, { standard }];
}

const k200 = 200_000;
const m1 = 1_000_000;

/**
 * List prices of the first-party API, from the model catalogue inside Claude Code 2.1.329, read
 * 2026-11-21. The catalogue lacks models 3, the preview of Mythos, the dates of price changes, and
 * the long-prompt prices of Sonnet 4 to 4.6 and Opus 4.6; these are as published when they applied.
 * Long-prompt prices apply to the whole message, including the answer. The table of ccusage 20.0.24
 * has the same long-prompt prices for Sonnet 4 and 4.5, and none for Sonnet 4.6 and Opus 4.6, whose
 * surcharge ended.
 */
export const pricedModels: readonly PricedModel[] = [
  model('opus', 30, k200, opus3),
  model('opus', 40, k200, opus3),
  model('opus', 41, k200, opus3),
  model('opus', 45, k200, opus45),
  model('opus', 46, k200, longPromptSurchargeUntilMarch(opus45, opusLong), opus46Fast),
  model('opus', 47, m1, opus45, opus46Fast),
  model('opus', 48, m1, opus45, opus48Fast),
  model('opus', 50, m1, opus45, opus48Fast),
  model('opus', 55, m1, prices(4, 20, 0.2), prices(8, 40, 0.4)),
  model('sonnet', 30, k200, sonnet3),
  model('sonnet', 35, k200, sonnet3),
  model('sonnet', 37, k200, sonnet3),
  model('sonnet', 40, k200, [{ standard: sonnet3, longPrompt: sonnetLong }]),
  model('sonnet', 45, k200, [{ standard: sonnet3, longPrompt: sonnetLong }]),
  model('sonnet', 46, k200, longPromptSurchargeUntilMarch(sonnet3, sonnetLong)),
  // The announced rise to $3 and $15 in September 2026 was cancelled.
  model('sonnet', 50, m1, sonnet5),
  model('sonnet', 55, m1, [
    { until: sonnet55CacheReadCut, standard: sonnet5 },
    { standard: prices(2, 10, 0.1) },
  ]),
  model('haiku', 30, k200, { ...prices(0.25, 1.25), cacheRead: 0.03, cacheWrite5m: 0.3 }),
  model('haiku', 35, k200, prices(0.8, 4)),
  model('haiku', 45, k200, prices(1, 5)),
  model('haiku', 55, m1, [{ standard: prices(0.1, 0.5), longPrompt: haikuLong }]),
  model('fable', 50, m1, fable5),
  model('fable', 51, m1, fable51),
  model('fable', 52, m1, fable52, fable52Fast),
  // The Mythos preview has no version number in its name.
  model('mythos', 0, m1, prices(25, 125)),
  model('mythos', 50, m1, fable5),
  model('mythos', 51, m1, fable51),
  model('mythos', 52, m1, fable52, fable52Fast),
];

/** A model of an unknown family, as routers and local servers have. */
export const foreignModel: ModelTerms = { contextWindow: 0, periods: [{ standard: prices(0, 0) }] };
