import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { jsonSize } from '../../../src/extension/util/jsonSize';

/** Levels and values of what was parsed. */
function sizeOf(value: unknown): { levels: number; values: number } {
  if (typeof value !== 'object' || value === null) return { levels: 0, values: 1 };
  const inner = Object.values(value).map(sizeOf);
  return {
    levels: 1 + Math.max(0, ...inner.map(({ levels }) => levels)),
    values: Math.max(
      1,
      inner.reduce((sum, { values }) => sum + values, 0),
    ),
  };
}

describe('The size of a JSON text', () => {
  it('is that of the value, whatever its strings have in them', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.deepEqual(jsonSize(JSON.stringify(value)), sizeOf(value));
      }),
    );
    const tricky = { 'a"]': '[{,\\"', b: ['\\', '"', ',}]'] };
    assert.deepEqual(jsonSize(JSON.stringify(tricky)), sizeOf(tricky));
  });

  it('is told of a text without an end, too', () => {
    assert.deepEqual(jsonSize('["abc'), { levels: 1, values: 1 });
    assert.equal(jsonSize('['.repeat(100_000)).levels, 100_000);
  });
});
