import assert from 'node:assert/strict';
import type { PriceOverrides } from '../../../../src/shared/protocol/settings/prices';
import {
  type MessageUsage,
  nothingSpent,
  priceByKind,
  priceMessage,
} from '../../../../src/extension/hub/domain/cost/pricing';

const november2026 = Date.UTC(2026, 10, 21);
const million = 1e6;

function usage(named: Partial<MessageUsage> = {}): MessageUsage {
  return {
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    webSearches: 0,
    fast: false,
    usOnly: false,
    ...named,
  };
}

function assertUsd(actual: number, expected: number) {
  assert.ok(Math.abs(actual - expected) < 1e-9, `$${actual} instead of $${expected}`);
}

function usdOf(model: string, named: Partial<MessageUsage>, at = november2026): number {
  return priceMessage(model, usage(named), at).usd;
}

/** Prices of each kind of tokens, in dollars per million, below any tier. */
function pricesOf(model: string, named: Partial<MessageUsage> = {}, at = november2026): number[] {
  const kinds = ['input', 'output', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h'] as const;
  return kinds.map((kind) =>
    Number((usdOf(model, { ...named, [kind]: 1000 }, at) * 1000).toFixed(9)),
  );
}

describe('The cost of a message equals the cost that the client recorded', () => {
  const recorded: readonly (readonly [string, number, number, number, number, number])[] = [
    // Columns: model, input, output, cache read, 5-minute cache write, cost in US dollars.
    ['claude-opus-5-5', 24, 522, 108_000, 7200, 0.068136],
    ['claude-opus-5-5', 484, 2733, 558_000, 37_200, 0.354196],
    ['claude-opus-5-5', 219, 2173, 407_000, 26_700, 0.259236],
    ['claude-opus-4-7', 28, 609, 126_000, 8400, 0.130865],
    ['claude-sonnet-4-6', 12, 261, 54_000, 3600, 0.033651],
    ['claude-haiku-5-5', 22, 80, 10_000, 600, 0.0002172],
  ];
  for (const [model, input, output, cacheRead, cacheWrite5m, costUsd] of recorded) {
    it(`${model}, ${cacheRead} tokens from the cache: $${costUsd}`, () => {
      const counted = usage({ input, output, cacheRead, cacheWrite5m });
      const price = priceMessage(model, counted, november2026);
      assertUsd(price.usd, costUsd);
      assert.equal(price.estimated, false);
    });
  }
});

describe('every model has its prices for input, output, cache read, 5-minute and 1-hour write', () => {
  const table: readonly (readonly [string, readonly number[]])[] = [
    ['claude-3-opus-20240229', [15, 75, 1.5, 18.75, 30]],
    ['claude-opus-4-20250514', [15, 75, 1.5, 18.75, 30]],
    ['claude-opus-4-1-20250805', [15, 75, 1.5, 18.75, 30]],
    ['claude-opus-4-5-20251101', [5, 25, 0.5, 6.25, 10]],
    ['claude-opus-4-6', [5, 25, 0.5, 6.25, 10]],
    ['claude-opus-4-7', [5, 25, 0.5, 6.25, 10]],
    ['claude-opus-4-8', [5, 25, 0.5, 6.25, 10]],
    ['claude-opus-5', [5, 25, 0.5, 6.25, 10]],
    ['claude-opus-5-5', [4, 20, 0.2, 5, 8]],
    ['claude-3-sonnet-20240229', [3, 15, 0.3, 3.75, 6]],
    ['claude-3-5-sonnet-20241022', [3, 15, 0.3, 3.75, 6]],
    ['claude-3-7-sonnet-20250219', [3, 15, 0.3, 3.75, 6]],
    ['claude-sonnet-4-20250514', [3, 15, 0.3, 3.75, 6]],
    ['claude-sonnet-4-5-20250929', [3, 15, 0.3, 3.75, 6]],
    ['claude-sonnet-4-6', [3, 15, 0.3, 3.75, 6]],
    ['claude-sonnet-5', [2, 10, 0.2, 2.5, 4]],
    ['claude-sonnet-5-5', [2, 10, 0.1, 2.5, 4]],
    ['claude-3-haiku-20240307', [0.25, 1.25, 0.03, 0.3, 0.5]],
    ['claude-3-5-haiku-20241022', [0.8, 4, 0.08, 1, 1.6]],
    ['claude-haiku-4-5-20251001', [1, 5, 0.1, 1.25, 2]],
    ['claude-haiku-5-5', [0.1, 0.5, 0.01, 0.125, 0.2]],
    ['claude-fable-5', [10, 50, 1, 12.5, 20]],
    ['claude-fable-5-1', [10, 50, 0.25, 12.5, 20]],
    ['claude-fable-5-2', [8, 40, 0.2, 10, 16]],
    ['claude-mythos-preview', [25, 125, 2.5, 31.25, 50]],
    ['claude-mythos-5', [10, 50, 1, 12.5, 20]],
    ['claude-mythos-5-1', [10, 50, 0.25, 12.5, 20]],
    ['claude-mythos-5-2', [8, 40, 0.2, 10, 16]],
  ];
  for (const [model, expected] of table) {
    it(model, () => {
      assert.deepEqual(pricesOf(model), expected);
      assert.equal(priceMessage(model, usage(), november2026).estimated, false);
    });
  }
});

describe('prices in fast mode', () => {
  const table: readonly (readonly [string, readonly number[]])[] = [
    ['claude-opus-4-6', [30, 150, 3, 37.5, 60]],
    ['claude-opus-4-7', [30, 150, 3, 37.5, 60]],
    ['claude-opus-4-8', [10, 50, 1, 12.5, 20]],
    ['claude-opus-5', [10, 50, 1, 12.5, 20]],
    ['claude-opus-5-5', [8, 40, 0.4, 10, 16]],
    ['claude-fable-5-2', [16, 80, 0.4, 20, 32]],
    ['claude-mythos-5-2', [16, 80, 0.4, 20, 32]],
  ];
  for (const [model, expected] of table) {
    it(model, () => assert.deepEqual(pricesOf(model, { fast: true }), expected));
  }
  it('are the standard ones if a model has no fast mode', () => {
    assert.deepEqual(pricesOf('claude-sonnet-5-5', { fast: true }), [2, 10, 0.1, 2.5, 4]);
  });
});

describe('a long prompt', () => {
  const haiku = 'claude-haiku-5-5';
  it('costs the standard price up to the threshold', () => {
    assertUsd(usdOf(haiku, { input: 100_000, output: 1000 }), 0.01 + 0.0005);
  });
  it('costs the higher price, including output, from the first token above the threshold', () => {
    assertUsd(usdOf(haiku, { input: 100_001, output: 1000 }), 0.0500005 + 0.0025);
  });
  it('includes the tokens read from and written to the cache', () => {
    const parts = { input: 1, cacheRead: 60_000, cacheWrite5m: 20_000, cacheWrite1h: 20_000 };
    assertUsd(usdOf(haiku, parts), (0.5 + 60_000 * 0.05 + 20_000 * 0.625 + 20_000) / million);
  });
  it('does not include the answer', () => {
    assertUsd(usdOf(haiku, { input: 99_000, output: 50_000 }), 0.0099 + 0.025);
  });
  it('has its own threshold with Sonnet 4.5', () => {
    assertUsd(usdOf('claude-sonnet-4-5', { cacheRead: 200_000 }), 0.06);
    assertUsd(usdOf('claude-sonnet-4-5', { cacheRead: 250_000, output: 1000 }), 0.15 + 0.0225);
  });
  it('costs nothing extra with newer models', () => {
    assertUsd(usdOf('claude-opus-5-5', { input: 900_000 }), 3.6);
  });
});

describe('prices depend on the day of the message', () => {
  const dayBefore = Date.UTC(2026, 9, 6, 23, 59, 59, 999);
  const cut = Date.UTC(2026, 9, 7);
  const premium = Date.UTC(2026, 2, 12);
  const noPremium = Date.UTC(2026, 2, 13);
  const long = { cacheRead: 300_000 };
  const table: readonly (readonly [string, Partial<MessageUsage>, number, number])[] = [
    ['claude-sonnet-5-5', { cacheRead: million }, dayBefore, 0.2],
    ['claude-sonnet-5-5', { cacheRead: million }, cut, 0.1],
    ['claude-opus-4-6', long, premium, 0.3],
    ['claude-opus-4-6', long, noPremium, 0.15],
    ['claude-sonnet-4-6', long, premium, 0.18],
    ['claude-sonnet-4-6', long, noPremium, 0.09],
    ['claude-sonnet-4-6', { cacheRead: 100_000 }, premium, 0.03],
  ];
  for (const [model, named, at, usd] of table) {
    it(`${model} on ${new Date(at).toISOString()}`, () => assertUsd(usdOf(model, named, at), usd));
  }
  it('a message without a valid time has the current price', () => {
    assertUsd(usdOf('claude-sonnet-5-5', { cacheRead: million }, Number.NaN), 0.1);
  });
});

describe('costs in addition to tokens', () => {
  it('a web search costs a cent', () => {
    assertUsd(usdOf('claude-opus-5-5', { input: 1000, webSearches: 3 }), 0.034);
  });
  it('inference kept in the US costs a tenth more, searches do not', () => {
    assertUsd(usdOf('claude-opus-5-5', { input: 1000, webSearches: 1, usOnly: true }), 0.0144);
  });
  it("the client's own notices cost nothing and do not count as estimated", () => {
    const price = priceMessage('<synthetic>', usage({ input: 1000, output: 9 }), november2026);
    assert.deepEqual(price, { usd: 0, estimated: false, unpriced: false });
  });
});

describe('a model is found in every spelling of its name', () => {
  const table: readonly (readonly [string, string])[] = [
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5'],
    ['global.anthropic.claude-opus-4-6-v1', 'claude-opus-4-6'],
    ['anthropic.claude-haiku-5-5', 'claude-haiku-5-5'],
    ['us.anthropic.claude-3-5-sonnet-20241022-v2:0', 'claude-3-5-sonnet'],
    ['claude-3-5-sonnet-v2@20241022', 'claude-3-5-sonnet'],
    ['claude-sonnet-4-5@20250929', 'claude-sonnet-4-5'],
    ['claude-opus-4@20250514', 'claude-opus-4-0'],
    ['claude-3-7-sonnet-latest', 'claude-3-7-sonnet'],
    ['claude-4-opus-20250514', 'claude-opus-4'],
    ['claude-opus-5-5[1m]', 'claude-opus-5-5'],
    ['anthropic/claude-fable-5.2', 'claude-fable-5-2'],
    ['anthropic--claude-3.5-haiku', 'claude-3-5-haiku'],
    ['Claude-Haiku-4-5', 'claude-haiku-4-5'],
    [
      'arn:aws:bedrock:us-east-1:123456789012:inference-profile/eu.anthropic.claude-opus-4-8',
      'claude-opus-4-8',
    ],
  ];
  for (const [spelling, model] of table) {
    it(spelling, () => {
      assert.deepEqual(pricesOf(spelling), pricesOf(model));
      assert.equal(priceMessage(spelling, usage(), november2026).estimated, false);
    });
  }
});

describe('an unknown model is priced like the nearest one, as an estimate', () => {
  const table: readonly (readonly [string, string])[] = [
    ['claude-opus-6', 'claude-opus-5-5'],
    ['claude-opus-4-3', 'claude-opus-4-5'],
    ['claude-opus-4-4', 'claude-opus-4-5'],
    ['claude-sonnet-3-9', 'claude-sonnet-4-0'],
    ['claude-haiku-5', 'claude-haiku-5-5'],
    ['claude-haiku-4', 'claude-haiku-4-5'],
    ['claude-fable-7-1', 'claude-fable-5-2'],
    ['claude-mythos-4', 'claude-mythos-5'],
    ['haiku', 'claude-haiku-5-5'],
    ['claude-opus-latest', 'claude-opus-5-5'],
  ];
  for (const [unknown, standIn] of table) {
    it(`${unknown} is priced like ${standIn}`, () => {
      assert.deepEqual(pricesOf(unknown), pricesOf(standIn));
      assert.equal(priceMessage(unknown, usage(), november2026).estimated, true);
    });
  }
  it('with the fast prices of that model', () => {
    assert.deepEqual(pricesOf('claude-opus-6', { fast: true }), [8, 40, 0.4, 10, 16]);
  });
});

describe('a model of no known family', () => {
  const names = [
    'glm-4.6',
    'qwen3-coder:30b',
    'gpt-6',
    'arn:aws:bedrock:eu-west-1:1:application-inference-profile/x',
    'constructor',
    '',
  ];
  for (const name of names) {
    it(`has no cost and does not count as estimated: ${name === '' ? 'no name at all' : name}`, () => {
      const of = usage({ input: 150_000, output: 10, webSearches: 1 });
      const free = { usd: 0, estimated: false, unpriced: true };
      assert.deepEqual(priceMessage(name, of, november2026), free);
      assert.deepEqual(priceByKind(name, { ...of, usOnly: true }, november2026), nothingSpent);
    });
  }

  it('is marked as unpriced until a price is given for the used tokens', () => {
    const prices = { 'glm-4.6': { input: 0.6, output: 2.2 } };
    const read = priceMessage('glm-4.6', usage({ input: 1e6, cacheRead: 1 }), november2026, prices);
    assert.deepEqual(read, { usd: 0.6, estimated: false, unpriced: true });
    const given = priceMessage('glm-4.6', usage({ input: 1e6 }), november2026, prices);
    assert.deepEqual(given, { usd: 0.6, estimated: false, unpriced: false });
  });
});

describe('the user’s own prices', () => {
  const counted = usage({ input: 1000, output: 1000, webSearches: 1 });
  const all = { input: 1, output: 2, cacheRead: 3, cacheWrite5m: 4, cacheWrite1h: 5 };
  function price(model: string, overrides: PriceOverrides, of = counted) {
    return priceMessage(model, of, november2026, overrides);
  }

  it('replace the given kinds only', () => {
    assertUsd(price('claude-opus-5-5', { 'claude-opus-5-5': { output: 10 } }).usd, 0.024);
  });
  it('are found in another spelling of the model', () => {
    const overrides = { 'claude-sonnet-4-5': { input: 1, output: 1 } };
    assertUsd(price('us.anthropic.claude-sonnet-4-5-20250929-v1:0', overrides).usd, 0.012);
  });
  it('prefer the exact name to another spelling', () => {
    const overrides = {
      'claude-opus-5': { input: 9, output: 9 },
      'anthropic.claude-opus-5': { input: 1, output: 1 },
    };
    assertUsd(price('anthropic.claude-opus-5', overrides).usd, 0.012);
  });
  for (const [pattern, model, isFound] of [
    ['claude-opus-*', 'claude-opus-5-5', true],
    ['*opus*', 'us.anthropic.CLAUDE-OPUS-5', true],
    ['*', 'my-model', true],
    ['claude-*-5', 'claude-opus-5', true],
    ['claude-*-5', 'claude-opus-5-20260101', false],
    ['a*a', 'a', false],
    ['*a*b*', 'ba', false],
    ['opus*', 'claude-opus-5', false],
  ] as const) {
    it(`${isFound ? 'are' : 'are not'} found by the pattern ${pattern} for ${model}`, () => {
      const own = price(model, { [pattern]: all }).usd;
      assert.equal(Math.abs(own - 0.013) < 1e-9, isFound);
    });
  }
  it('prefer a name in any spelling to a pattern', () => {
    const overrides = { '*': { input: 9, output: 9 }, 'claude-opus-5': { input: 1, output: 1 } };
    assertUsd(price('anthropic.claude-opus-5', overrides).usd, 0.012);
  });
  it('have a long context of their own, kind by kind', () => {
    const overrides = {
      'claude-opus-5': { input: 1, output: 1, longContext: { aboveTokens: 100, input: 7 } },
    };
    const short = usage({ input: 60, cacheRead: 40, output: 1_000 });
    const long = usage({ input: 61, cacheRead: 40, output: 1_000 });
    const read = (40 * 0.5) / 1e6;
    assertUsd(price('claude-opus-5', overrides, short).usd, (60 + 1_000) / 1e6 + read);
    assertUsd(price('claude-opus-5', overrides, long).usd, (61 * 7 + 1_000) / 1e6 + read);
  });
  it('give the same sum by kind as in total', () => {
    const of = usage({
      input: 9,
      output: 8,
      cacheRead: 7,
      cacheWrite5m: 6,
      cacheWrite1h: 5,
      webSearches: 1,
    });
    const overrides = { '*': all };
    const split = priceByKind('claude-opus-5', of, november2026, overrides);
    const sum = Object.values(split).reduce((total, part) => total + part, 0);
    assertUsd(sum, price('claude-opus-5', overrides, of).usd);
  });
  it('do not apply to other versions', () => {
    assertUsd(price('claude-opus-5-5', { 'claude-opus-5': { input: 0 } }).usd, 0.034);
  });
  it('may be zero', () => {
    assertUsd(price('claude-opus-5-5', { 'claude-opus-5-5': { input: 0, output: 0 } }).usd, 0.01);
  });
  it('apply in fast mode, in the US and for long prompts', () => {
    const of = usage({ input: 300_000, fast: true, usOnly: true });
    assertUsd(price('claude-haiku-5-5', { 'claude-haiku-5-5': { input: 1 } }, of).usd, 0.3);
  });
  it('remove the estimate of an unknown version once every kind is given', () => {
    const model = 'claude-opus-7';
    assert.equal(price(model, { [model]: { input: 1, output: 2 } }).estimated, true);
    const given = price(model, { [model]: all });
    assert.equal(given.estimated, false);
    assertUsd(given.usd, 0.013);
  });
});
