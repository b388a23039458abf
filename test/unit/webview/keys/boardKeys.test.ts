import assert from 'node:assert/strict';
import { cardActions } from '../../../../src/webview/actions';
import {
  foldKey,
  helpKey,
  layoutKey,
  nextChangedKey,
  nextKey,
  selectionKey,
  selectKey,
} from '../../../../src/webview/keys/keys';

describe('The keys of the board', () => {
  it('have one meaning each: no action of a card uses a key of the board itself', () => {
    const own = [foldKey, helpKey, layoutKey, nextChangedKey, nextKey, selectionKey, selectKey];
    assert.equal(new Set(own).size, own.length);
    const taken = cardActions.filter(({ board }) => own.includes(board?.key?.toUpperCase() ?? ''));
    assert.deepEqual(
      taken.map(({ id, board }) => `${id}: ${board?.key}`),
      [],
    );
  });

  it('are about ten letters without a modifier, and neither digits nor other characters', () => {
    const own = [foldKey, helpKey, layoutKey, nextChangedKey, nextKey, selectionKey, selectKey];
    const single = cardActions.flatMap(({ board }) =>
      board?.key?.length === 1 ? [board.key] : [],
    );
    const all = [...own, ...single];
    assert.ok(all.length <= 11, all.join());
    assert.deepEqual(
      all.filter((key) => !/^[a-z]$/i.test(key)),
      [],
    );
  });

  it('have, without a modifier, only actions that open or show something', () => {
    const withKey = cardActions.filter(({ board }) => board?.key !== undefined).map(({ id }) => id);
    assert.deepEqual(withKey, ['openTranscript', 'diff', 'details', 'why', 'renameSession']);
  });
});
