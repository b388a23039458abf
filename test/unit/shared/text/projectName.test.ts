import * as assert from 'node:assert/strict';
import { projectName } from '../../../../src/shared/text/projectName';

describe('The name of a project', () => {
  it('is the name of its folder', () => {
    assert.equal(projectName('/home/dev/shop/'), 'shop');
    assert.equal(projectName('C:\\code\\shop'), 'shop');
    assert.equal(projectName(''), '');
  });

  it('is the same in the worktrees that the client creates in it', () => {
    assert.equal(projectName('/home/dev/shop/.claude/worktrees/login'), 'shop');
    assert.equal(projectName('C:\\code\\shop\\.claude\\worktrees\\login'), 'shop');
  });

  it('is the name of the folder if its path only resembles that of a worktree', () => {
    assert.equal(projectName('/home/dev/worktrees/login'), 'login');
    assert.equal(projectName('/home/dev/shop/.claude/worktrees'), 'worktrees');
    assert.equal(projectName('/.claude/worktrees/login'), 'login');
  });
});
