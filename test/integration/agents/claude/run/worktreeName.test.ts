import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { findGitPlace } from '../../../../../src/extension/util/files/gitPlace';
import { existingWorktree } from '../../../../../src/extension/agents/claude/run/worktreeName';
import { GitRepository } from '../../../../support/git/gitRepository';
import { removeHome, tempHome } from '../../../../support/hub/tempHome';

describe('The place of a worktree', () => {
  let repository: GitRepository;
  beforeEach(() => {
    repository = new GitRepository();
    repository.write('src/deep/a.txt', 'a\n');
    repository.git('add', '.');
    repository.git('commit', '-qm', 'Begin');
  });
  afterEach(() => removeHome(repository.root));

  it('is in the repository around a folder, whose .git is a folder or names one', async () => {
    const outside = await tempHome();
    assert.equal(await findGitPlace(outside), undefined);
    await removeHome(outside);
    const deep = repository.file('src', 'deep');
    assert.equal((await findGitPlace(deep))?.top, repository.root);
    const linked = repository.file('.claude', 'worktrees', 'one');
    repository.git('worktree', 'add', '-q', linked);
    assert.equal((await findGitPlace(linked))?.top, linked);
  });

  it('is known where a worktree of the name is there, also from within another one', async () => {
    const one = repository.file('.claude', 'worktrees', 'one');
    const two = repository.file('.claude', 'worktrees', 'two');
    assert.equal(await existingWorktree(repository.root, 'one'), undefined);
    repository.git('worktree', 'add', '-q', two);
    await mkdir(one);
    for (const folder of [repository.root, repository.file('src', 'deep'), one, two])
      assert.equal(await existingWorktree(folder, 'one'), one);
    assert.equal(await existingWorktree(two, 'two'), two);
    assert.equal(await existingWorktree(repository.root, 'three'), undefined);
  });
});
