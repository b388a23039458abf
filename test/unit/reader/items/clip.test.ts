import assert from 'node:assert/strict';
import { clipped } from '../../../../src/extension/reader/items/clip';

describe('A text that is too long for a page', () => {
  it('is cut between two characters, and says how much there is more', () => {
    assert.deepEqual(clipped('abcdef', 4), { text: 'abcd', more: 2 });
    assert.deepEqual(clipped('abc😀def', 4), { text: 'abc', more: 5 });
    assert.deepEqual(clipped('abc😀def', 5), { text: 'abc😀', more: 3 });
  });

  it('is whole where it fits, without the empty lines around it', () => {
    assert.deepEqual(clipped('\n \n  abc\n\n', 5), { text: '  abc', more: 0 });
  });
});
