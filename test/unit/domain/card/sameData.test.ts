import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { isSameData } from '../../../../src/extension/hub/domain/card/sameData';

describe('Equal data', () => {
  it('is equal in any order of keys', () => {
    const value = fc.jsonValue();
    const sorted = (text: string): unknown =>
      JSON.parse(text, (_key, one: unknown) =>
        typeof one === 'object' && one !== null && !Array.isArray(one)
          ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? 1 : -1)))
          : one,
      );
    fc.assert(
      fc.property(value, (one) => {
        const text = JSON.stringify(one);
        assert.ok(isSameData(JSON.parse(text), sorted(text)));
      }),
    );
    fc.assert(
      fc.property(value, value, (a, b) => {
        const texts = [a, b].map((one) => JSON.stringify(sorted(JSON.stringify(one))));
        assert.equal(isSameData(a, b), texts[0] === texts[1]);
      }),
    );
  });

  it('is equal if a key is missing or undefined', () => {
    assert.ok(isSameData({ a: 1, b: undefined }, { a: 1 }));
    assert.ok(isSameData({ a: 1 }, { b: undefined, a: 1 }));
    assert.ok(!isSameData({ a: 1, b: undefined }, { a: 1, b: 2 }));
    assert.ok(!isSameData({ a: 1 }, { a: 1, b: 2 }));
    assert.ok(!isSameData([], {}));
    assert.ok(!isSameData(null, {}));
  });
});
