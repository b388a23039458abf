import assert from 'node:assert/strict';
import {
  commentsIn,
  isSameLine,
  commentTextsOn,
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

describe('Comments on a review', () => {
  it('belong to one line; a line before the changes is a different one in each scope', () => {
    assert.ok(isSameLine(comment, { ...comment }));
    assert.ok(!isSameLine(comment, { ...comment, scope: 'all' }));
    const after = { ...comment, side: 'after' as const };
    assert.ok(isSameLine(after, { ...after, scope: 'all' }));
    assert.equal(commentTextsOn(comment, 'turn', [comment]).before.get(9), 'Why?');
    assert.equal(commentTextsOn(comment, 'all', [comment]).before.size, 0);
    assert.equal(commentTextsOn({ path: '/b.ts' }, 'turn', [comment]).before.size, 0);
    assert.equal(commentTextsOn(comment, 'all', [after]).after.get(9), 'Why?');
  });

  it('are restored from a draft, also without a scope', () => {
    const { scope: _, ...old } = comment;
    assert.deepEqual(commentsIn({ comments: [comment, old] }), [comment, old]);
    assert.deepEqual(commentsIn({ comments: [{ ...comment, scope: 'ever' }] }), [old]);
    assert.ok(isSameLine(old, comment) && isSameLine(comment, old));
    assert.equal(commentTextsOn(old, 'all', [old]).before.get(9), 'Why?');
  });
});
