import assert from 'node:assert/strict';
import {
  branchInWorktree,
  offersRemoval,
  worktreeNotOnBadge,
} from '../../../../src/shared/board/worktreeName';
import { aBadge } from '../../../support/page/boards/deliveredBoard';
import { aPendingRequest, aSession } from '../../../support/sessionBuilder';

describe('The name of a worktree', () => {
  it('is shown unless a badge contains it, even a truncated one', () => {
    const worktree = 'a-name-that-no-badge-has-room-for';
    const session = aSession({ repository: { worktree } });
    assert.equal(worktreeNotOnBadge(session), worktree);
    const badges = [aBadge(worktree)];
    assert.equal(worktreeNotOnBadge({ ...session, display: { layer: 'sdlc', badges } }), '');
    assert.equal(worktreeNotOnBadge(aSession()), '');
  });

  it('replaces a branch that the client named after the worktree, and precedes any other', () => {
    assert.equal(branchInWorktree('worktree-tidy', 'tidy'), 'tidy');
    assert.equal(branchInWorktree('', 'tidy'), 'tidy');
    assert.equal(branchInWorktree('main', ''), 'main');
    assert.equal(branchInWorktree('fix', 'tidy'), 'tidy · fix');
  });

  it('comes with an offer to remove the worktree if the session neither works nor asks', () => {
    const repository = { worktree: 'tidy' };
    const { agentState } = aSession();
    const rests = aSession({ repository, agentState: { ...agentState, group: 'delivered' } });
    assert.ok(offersRemoval(rests));
    assert.ok(!offersRemoval({ ...rests, pendingRequest: aPendingRequest() }));
    assert.ok(!offersRemoval({ ...rests, agentState: { ...agentState, group: 'autonomous' } }));
    assert.ok(!offersRemoval({ ...rests, repository: {} }));
  });
});
