import assert from 'node:assert/strict';
import { cardActions } from '../../../../src/webview/actions';
import {
  densityKey,
  foldKey,
  nextChangedKey,
  selectionKey,
  selectKey,
} from '../../../../src/webview/keys/keys';
import { layoutLooks } from '../../../../src/webview/layout/layouts';

describe('the keys of the board', () => {
  it('mean one thing each: no action of a card has one of the board’s own', () => {
    const layouts = Object.values(layoutLooks).map(({ key }) => key);
    const of = [densityKey, foldKey, nextChangedKey, selectionKey, selectKey, ...layouts];
    const own = [...of, '/', '?', 'N'];
    assert.equal(new Set(own).size, own.length);
    const taken = cardActions.filter(({ board }) => own.includes(board?.key?.toUpperCase() ?? ''));
    assert.deepEqual(
      taken.map(({ id, board }) => `${id}: ${board?.key}`),
      [],
    );
  });

  it('are, without a modifier, only those of actions that open or show something', () => {
    const withKey = cardActions.filter(({ board }) => board?.key !== undefined).map(({ id }) => id);
    assert.deepEqual(withKey, ['openTranscript', 'diff', 'details', 'why', 'renameSession']);
  });
});
