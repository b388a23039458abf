import assert from 'node:assert/strict';
import { parseFilter } from '../../../../src/shared/board/filter/filterTokens';
import { isPastToken } from '../../../../src/shared/board/filter/pastFilter';
import { createSessionMatcher } from '../../../../src/shared/board/filter/sessionFilter';
import { filterCompletions } from '../../../../src/webview/layout/filterCompletions';
import { collidingBoard } from '../../../support/page/boards/collidingBoard';

const shown = (filter: string) =>
  collidingBoard
    .filter(createSessionMatcher(parseFilter(filter)))
    .map(({ sessionId }) => sessionId);

describe('The filter by collisions and reviews', () => {
  for (const [filter, expected] of [
    ['is:colliding', ['one', 'three', 'two']],
    ['is:shared', ['one', 'three', 'two', 'four']],
    ['is:reviewed', ['five']],
    ['is:unreviewed', ['one', 'three', 'two']],
    ['is:reviewed is:shared', ['one', 'three', 'two', 'four', 'five']],
    ['is:coll group:running', ['two']],
    ['is:nonsense', []],
  ] as const)
    it(`${filter} shows ${expected.join(' ') || 'none'}`, () =>
      assert.deepEqual(shown(filter), expected));

  it('is completed with counts, and is not available for past sessions', () => {
    const completions = filterCompletions('is:', [], collidingBoard);
    assert.deepEqual(
      completions.map(({ name, count }) => `${name} ${count}`),
      ['shared 4', 'colliding 3', 'unreviewed 3', 'reviewed 1'],
    );
    assert.equal(parseFilter('is:reviewed').tokens.some(isPastToken), false);
  });
});
