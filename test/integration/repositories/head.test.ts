import assert from 'node:assert/strict';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { repositoryPlace } from '../../../src/extension/util/files/gitPlace';
import { readHead, refName } from '../../../src/extension/hub/repositories/head';
import { GitRepository } from '../../support/git/gitRepository';
import { skip } from '../../support/skip';

describe('The branch and the work tree of a folder', () => {
  let repository: GitRepository;

  beforeEach(() => {
    repository = new GitRepository();
    repository.commit('inside/a.txt', 'one');
  });
  afterEach(() => repository.remove());

  const branchIn = async (folder: string): Promise<unknown> => {
    const place = await repositoryPlace(folder);
    return place && [(await readHead(place.folder))?.branch, place.worktree];
  };

  it('are read from files, also from a folder inside', async () => {
    repository.git('checkout', '-qb', 'feature/über');
    assert.deepEqual(await branchIn(repository.file('inside')), ['feature/über', undefined]);
  });

  it('are those of a linked work tree in it', async () => {
    const linked = repository.file('elsewhere', 'tree');
    repository.git('worktree', 'add', '-q', '-b', 'side', linked);
    assert.deepEqual(await branchIn(linked), ['side', 'tree']);
    assert.deepEqual(await branchIn(repository.root), ['main', undefined]);
    const place = await repositoryPlace(linked);
    assert.equal(place?.common, repository.file('.git'));
  });

  it('have no name of a work tree in a submodule', async () => {
    const outer = new GitRepository();
    outer.git('submodule', '--quiet', 'add', repository.root, 'sub');
    assert.deepEqual(await branchIn(outer.file('sub')), ['main', undefined]);
    outer.remove();
  });

  it('have no branch while none is checked out', async () => {
    repository.git('checkout', '-q', '--detach');
    assert.deepEqual(await branchIn(repository.root), [undefined, undefined]);
  });

  it('are known only to git if refs are in reftables', async () => {
    repository.write('.git/HEAD', 'ref: refs/heads/.invalid\n');
    const head = await readHead(repository.file('.git'));
    assert.deepEqual(head, { branch: undefined, isInReftable: true });
  });

  it('are not read from an invalid branch name', async () => {
    for (const name of [
      '../../x',
      'a b',
      'a\u0007',
      'a/./b',
      '/a',
      'a//b',
      'a\\b',
      'x'.repeat(251),
    ]) {
      repository.write('.git/HEAD', `ref: refs/heads/${name}\n`);
      assert.deepEqual(await branchIn(repository.root), [undefined, undefined], name);
      assert.equal(refName(name), undefined);
    }
  });

  it('are not read from a device or a huge file', async function () {
    if (process.platform === 'win32') skip(this, 'Windows has no such files');
    writeFileSync(repository.file('.git/HEAD'), `ref: refs/heads/main\n${'x'.repeat(5_000)}`);
    assert.equal(await readHead(repository.file('.git')), undefined);
    rmSync(repository.file('.git/HEAD'));
    symlinkSync('/dev/zero', repository.file('.git/HEAD'));
    assert.equal(await readHead(repository.file('.git')), undefined);
  });
});
