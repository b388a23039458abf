import assert from 'node:assert/strict';
import { clipText } from '../../../../src/extension/reader/items/clip';

describe('A text that is too long for a page', () => {
  it('is cut between two characters, and says how much there is more', () => {
    assert.deepEqual(clipText('abcdef', 4), { text: 'abcd', more: 2 });
    assert.deepEqual(clipText('abc😀def', 4), { text: 'abc', more: 5 });
    assert.deepEqual(clipText('abc😀def', 5), { text: 'abc😀', more: 3 });
  });

  it('is whole where it fits, without the empty lines around it', () => {
    assert.deepEqual(clipText('\n \n  abc\n\n', 5), { text: '  abc', more: 0 });
  });
});
