import assert from 'node:assert/strict';
import { isOlder } from '../../../src/extension/link/hubMove';

describe('The version of a hub', () => {
  for (const [one, other] of [
    ['0.1.0', '0.1.1'],
    ['0.9.9', '0.10.0'],
    ['0.10.0', '1.0.0'],
  ] as const) {
    it(`${one} is older than ${other}`, () => {
      assert.ok(isOlder(one, other));
      assert.ok(!isOlder(other, one));
    });
  }

  it('is not older than the same or an unknown version', () => {
    assert.ok(!isOlder('1.2.3', '1.2.3'));
    assert.ok(!isOlder(undefined, '1.2.3'));
    assert.ok(!isOlder('1.2.3', undefined));
  });
});
