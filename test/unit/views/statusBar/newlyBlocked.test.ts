import assert from 'node:assert/strict';
import { NewlyBlocked, highlightMs } from '../../../../src/extension/views/statusBar/newlyBlocked';
import { statusBarState } from '../../../../src/extension/views/statusBar/statusBarModel';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { FakeBoard } from '../../../support/fakes/fakeBoard';
import { aSession } from '../../../support/sessionBuilder';

const start = Date.parse('2026-03-02T10:00:00.000Z');

function session(id: string, state: string, at = start + 1_000): LiveSession {
  const group = state === 'acting' ? 'autonomous' : 'needs_you';
  return aSession({
    sessionId: id,
    stateSince: new Date(at).toISOString(),
    agentState: { group, state, label: state },
  });
}

describe('The status bar item', () => {
  let board: FakeBoard;
  let seen: boolean;
  let news: NewlyBlocked;
  const standsOut = (now: number): boolean =>
    statusBarState(board, now, [], undefined, news.update(board, now) > 0).standsOut;

  beforeEach(() => {
    board = new FakeBoard([session('old', 'needs_permission'), session('a', 'acting')]);
    seen = true;
    news = new NewlyBlocked(() => seen);
    assert.equal(standsOut(start), false);
  });

  it('is highlighted for a few seconds when a session becomes blocked while the person looks', () => {
    board.put(session('a', 'needs_permission'));
    assert.equal(standsOut(start + 2_000), true);
    assert.equal(standsOut(start + 1_999 + highlightMs), true);
    assert.equal(standsOut(start + 2_000 + highlightMs), false);
    assert.equal(statusBarState(board, start).warning, true);
  });

  it('shows later sessions as well, and resets when all requests are answered', () => {
    board.put(session('a', 'needs_permission'));
    assert.equal(news.update(board, start + 2_000), highlightMs);
    board.put(session('b', 'needs_answer'));
    assert.equal(news.update(board, start + 4_000), highlightMs);
    board.put(session('a', 'acting'));
    board.remove('b');
    assert.equal(standsOut(start + 5_000), false);
  });

  it('leaves a session to its notification while the person does not look', () => {
    seen = false;
    board.put(session('a', 'needs_permission'));
    assert.equal(standsOut(start + 2_000), false);
    seen = true;
    assert.equal(standsOut(start + 3_000), false);
  });

  it('is not highlighted for a session that was blocked before or returns with the connection', () => {
    board.put(session('found late', 'needs_permission', start - 60_000));
    assert.equal(standsOut(start + 2_000), false);
    board.connect('offline');
    assert.equal(standsOut(start + 3_000), false);
    board.put(session('a', 'needs_permission'));
    board.connect('live');
    assert.equal(standsOut(start + 4_000), false);
  });
});
