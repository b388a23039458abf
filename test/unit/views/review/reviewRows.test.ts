import assert from 'node:assert/strict';
import { addressIn } from '../../../../src/shared/protocol/machines/address';
import {
  reviewAddress,
  reviewQuery,
  shownPath,
} from '../../../../src/extension/views/review/reviewAddress';
import { reviewRows } from '../../../../src/extension/views/review/reviewRows';
import type { Review, ReviewFile } from '../../../../src/shared/protocol/work/review';

const file = (part: Partial<ReviewFile>): ReviewFile => ({
  path: '/shop/a.ts',
  name: 'a.ts',
  kind: 'changed',
  against: 'commit',
  ...part,
});
const rowOf = (part: Partial<ReviewFile>, sessionId = 's1') => {
  const review: Review = { scope: 'turn', files: [file(part)], more: 0, message: '' };
  const [row] = reviewRows(sessionId, review, 7, addressIn(sessionId) !== undefined);
  assert.ok(row);
  const { after } = row;
  return [row.before.text, typeof after === 'object' ? after.text : after];
};

describe('The sides of a file in a review', () => {
  it('are what it was, and the file itself', () => {
    assert.deepEqual(rowOf({}), ['before', 'file']);
    assert.deepEqual(rowOf({ kind: 'renamed', from: '/shop/b.ts' }), ['before', 'file']);
    assert.deepEqual(rowOf({ kind: 'new' }), ['empty', 'file']);
    assert.deepEqual(rowOf({ kind: 'deleted' }), ['before', undefined]);
  });

  it('are never a file of this computer for a session of another one', () => {
    const far = 'm0123456789abcdef/s1';
    assert.deepEqual(rowOf({}, far), ['before', 'after']);
    assert.deepEqual(rowOf({ kind: 'new' }, far), ['empty', 'after']);
    assert.deepEqual(rowOf({ kind: 'deleted' }, far), ['before', undefined]);
    assert.deepEqual(rowOf({ unreadable: 'large' }, far), ['empty', 'large']);
  });

  it('are the whole file as new where nothing says what it was', () => {
    assert.deepEqual(rowOf({ against: 'nothing' }), ['empty', 'file']);
  });

  it('say why there is no text', () => {
    assert.deepEqual(rowOf({ unreadable: 'binary' }), ['empty', 'binary']);
    assert.deepEqual(rowOf({ unreadable: 'large', kind: 'deleted' }), ['empty', 'large']);
  });

  it('are found again by their addresses', () => {
    const address = {
      sessionId: 's 1&scope=all',
      scope: 'turn',
      path: '/shop/a.ts',
      text: 'before',
      opened: 7,
    } as const;
    const query = reviewQuery(address);
    assert.deepEqual(reviewAddress({ fsPath: '/shop/a.ts', query }), address);
    assert.equal(reviewAddress({ fsPath: '/shop/a.ts', query: 'scope=turn' }), undefined);
  });

  it('are both read from the machine of a session elsewhere, and lead to no file here', () => {
    const sessionId = 'm0123456789abcdef/s1';
    for (const path of ['/etc/passwd', '//host/share', 'C:\\Users\\me\\a.ts', '../../a.ts']) {
      const review: Review = { scope: 'all', files: [file({ path })], more: 0, message: '' };
      const [row] = reviewRows(sessionId, review, 7, true);
      assert.ok(typeof row?.after === 'object');
      assert.equal(row.after.text, 'after');
      assert.match(shownPath(row.after), /^\/m0123456789abcdef\/[^/\\]/);
      const again = reviewAddress({ fsPath: shownPath(row.after), query: reviewQuery(row.after) });
      assert.deepEqual(again, row.after);
    }
    const [local] = reviewRows(
      sessionId,
      { scope: 'all', files: [file({})], more: 0, message: '' },
      7,
      false,
    );
    assert.equal(local?.after, 'file', 'the files of another account are on this computer');
    const own = new URLSearchParams({
      session: 's1',
      scope: 'all',
      text: 'before',
      opened: '7',
      path: '/x',
    });
    assert.equal(reviewAddress({ fsPath: '/shop/a.ts', query: String(own) })?.path, '/shop/a.ts');
  });
});
