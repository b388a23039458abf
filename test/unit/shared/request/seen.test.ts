import assert from 'node:assert/strict';
import { firstUnseen, withStretch, type Stretch } from '../../../../src/shared/request/seen';

const after = (...stretches: readonly Stretch[]) =>
  stretches.reduce<readonly Stretch[]>((seen, one) => withStretch(seen, one, 0.01), []);

describe('A request that a person has before them', () => {
  it('was in sight whole once each part of it was, in any order', () => {
    assert.equal(firstUnseen([]), 0);
    assert.equal(firstUnseen(after([0, 1])), undefined);
    assert.equal(firstUnseen(after([0, 0.4], [0.4, 1])), undefined);
    assert.equal(firstUnseen(after([0.6, 1], [0, 0.3], [0.2, 0.7])), undefined);
  });

  it('was not in sight where it was jumped over', () => {
    assert.equal(firstUnseen(after([0, 0.2], [0.8, 1])), 0.2);
    assert.equal(firstUnseen(after([0.1, 1])), 0);
    assert.equal(firstUnseen(after([0, 0.9])), 0.9);
    assert.deepEqual(after([0, 0.2], [0.8, 1], [0.1, 0.5]), [
      [0, 0.5],
      [0.8, 1],
    ]);
  });

  it('is forgiven what is narrower than a line', () => {
    assert.equal(firstUnseen(after([0, 0.5], [0.505, 0.995]), 0.01), undefined);
  });
});
