import * as assert from 'node:assert/strict';
import { projectName } from '../../../../src/shared/text/projectName';

describe('The name of a project', () => {
  it('is that of its folder', () => {
    assert.equal(projectName('/home/dev/shop/'), 'shop');
    assert.equal(projectName('C:\\code\\shop'), 'shop');
    assert.equal(projectName(''), '');
  });

  it('is the same in the worktrees that the client lays in it', () => {
    assert.equal(projectName('/home/dev/shop/.claude/worktrees/login'), 'shop');
    assert.equal(projectName('C:\\code\\shop\\.claude\\worktrees\\login'), 'shop');
  });

  it('is that of the folder where only a part of the way looks so', () => {
    assert.equal(projectName('/home/dev/worktrees/login'), 'login');
    assert.equal(projectName('/home/dev/shop/.claude/worktrees'), 'worktrees');
    assert.equal(projectName('/.claude/worktrees/login'), 'login');
  });
});
