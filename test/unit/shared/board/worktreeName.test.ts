import assert from 'node:assert/strict';
import {
  branchInWorktree,
  offersRemoval,
  worktreeNotOnBadge,
} from '../../../../src/shared/board/worktreeName';
import { aBadge } from '../../../support/page/boards/deliveredBoard';
import { aPendingRequest, aSession } from '../../../support/sessionBuilder';

describe('The name of a worktree', () => {
  it('is said unless a badge says it, even one that cut it', () => {
    const worktree = 'a-name-that-no-badge-has-room-for';
    const session = aSession({ repository: { worktree } });
    assert.equal(worktreeNotOnBadge(session), worktree);
    const badges = [aBadge(worktree)];
    assert.equal(worktreeNotOnBadge({ ...session, display: { layer: 'sdlc', badges } }), '');
    assert.equal(worktreeNotOnBadge(aSession()), '');
  });

  it('stands for the branch that the client named after it, and beside any other', () => {
    assert.equal(branchInWorktree('worktree-tidy', 'tidy'), 'tidy');
    assert.equal(branchInWorktree('', 'tidy'), 'tidy');
    assert.equal(branchInWorktree('main', ''), 'main');
    assert.equal(branchInWorktree('fix', 'tidy'), 'tidy · fix');
  });

  it('comes with an offer to remove it where nothing runs and nothing is asked', () => {
    const repository = { worktree: 'tidy' };
    const { agentState } = aSession();
    const rests = aSession({ repository, agentState: { ...agentState, group: 'delivered' } });
    assert.ok(offersRemoval(rests));
    assert.ok(!offersRemoval({ ...rests, pendingRequest: aPendingRequest() }));
    assert.ok(!offersRemoval({ ...rests, agentState: { ...agentState, group: 'autonomous' } }));
    assert.ok(!offersRemoval({ ...rests, repository: {} }));
  });
});
