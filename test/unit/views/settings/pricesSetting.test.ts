import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/extension/util/emitter';
import { followPrices, readPrices } from '../../../../src/extension/views/settings/pricesSetting';
import {
  priceOverridesSchema,
  type PriceOverrides,
} from '../../../../src/shared/protocol/settings/prices';

describe('The prices in the settings', () => {
  const good = { 'claude-opus-*': { input: 4, longContext: { aboveTokens: 200_000, input: 8 } } };

  it('are read unchanged', () => {
    assert.deepEqual(readPrices(good), { prices: good, problem: '' });
    assert.deepEqual(readPrices(undefined), { prices: {}, problem: '' });
  });

  for (const [bad, problem] of [
    [{ input: -1 }, /mine: input must be US dollars/],
    [{ input: '4' }, /mine: input must be US dollars/],
    [{ input: Infinity }, /mine: input must be/],
    [{ imput: 4 }, /mine: there is no price for imput/],
    [{ longContext: { input: 4 } }, /mine: longContext\.aboveTokens must be a whole number/],
    [{ longContext: { aboveTokens: 5, output: -4 } }, /mine: longContext\.output must be/],
    [4, /mine: must be an object of prices/],
    [null, /mine: must be an object of prices/],
  ] as const) {
    it(`with ${JSON.stringify(bad)} are reported once, and the others are used`, () => {
      const read = readPrices({ mine: bad, ...good });
      assert.match(read.problem, problem);
      assert.deepEqual(read.prices, good);
    });
  }

  for (const bad of [[], 'claude', 7, true]) {
    it(`are empty if the setting is ${JSON.stringify(bad)}`, () => {
      const { prices, problem } = readPrices(bad);
      assert.deepEqual(prices, {});
      assert.match(problem, /must be an object of models/);
    });
  }

  it('are accepted by the hub, even if there are many', () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`m${i}`, { input: i }]));
    const { prices, problem } = readPrices({ ['x'.repeat(201)]: { input: 1 }, ...many });
    assert.equal(Object.keys(priceOverridesSchema.parse(prices)).length, 200);
    assert.match(problem, /over 200 characters; only the first 200 models count/);
  });

  it('are sent to the hub at once and at each change, and a problem is reported once', () => {
    const changes = new Emitter<{ affectsConfiguration(id: string): boolean }>();
    const [told, said]: [PriceOverrides[], string[]] = [[], []];
    let value: unknown = good;
    const following = followPrices(
      { get: () => value, onDidChange: changes.event },
      { storeCall: (_name, prices) => void told.push(prices) },
      (problem) => void said.push(problem),
    );
    const change = (id: string): void =>
      changes.fire({ affectsConfiguration: (asked) => asked === id });
    change('missionControl.configHome');
    value = { ...good, mine: 4 };
    change('missionControl.prices');
    change('missionControl.prices');
    assert.deepEqual([told.length, said.length], [3, 1]);
    following.dispose();
    change('missionControl.prices');
    assert.equal(told.length, 3);
  });
});
