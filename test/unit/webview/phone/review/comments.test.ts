import assert from 'node:assert/strict';
import {
  commentsIn,
  isAt,
  wordsOn,
  type FileLineComment,
} from '../../../../../src/webview/phone/review/comments';

const comment: FileLineComment = {
  path: '/a.ts',
  name: 'a.ts',
  side: 'before',
  scope: 'turn',
  line: 9,
  code: 'a()',
  words: 'Why?',
};

describe('comments on a review', () => {
  it('stand at their own line alone: what was before differs by how far back a review goes', () => {
    assert.ok(isAt(comment, { ...comment }));
    assert.ok(!isAt(comment, { ...comment, scope: 'all' }));
    const after = { ...comment, side: 'after' as const };
    assert.ok(isAt(after, { ...after, scope: 'all' }));
    assert.equal(wordsOn(comment, 'turn', [comment]).before.get(9), 'Why?');
    assert.equal(wordsOn(comment, 'all', [comment]).before.size, 0);
    assert.equal(wordsOn({ path: '/b.ts' }, 'turn', [comment]).before.size, 0);
    assert.equal(wordsOn(comment, 'all', [after]).after.get(9), 'Why?');
  });

  it('are read as they were kept, also without how far back the review went', () => {
    const { scope: _, ...old } = comment;
    assert.deepEqual(commentsIn({ comments: [comment, old] }), [comment, old]);
    assert.deepEqual(commentsIn({ comments: [{ ...comment, scope: 'ever' }] }), [old]);
    assert.ok(isAt(old, comment) && isAt(comment, old));
    assert.equal(wordsOn(old, 'all', [old]).before.get(9), 'Why?');
  });
});
