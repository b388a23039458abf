import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { literalPath, stagedPaths } from '../../../../src/extension/views/review/stagedPaths';
import type { ReviewFile } from '../../../../src/shared/protocol/work/review';
import { GitRepository } from '../../../support/git/gitRepository';
import { skip } from '../../../support/skip';

describe('The paths by which files of a review are staged', () => {
  let repository: GitRepository;
  beforeEach(() => (repository = new GitRepository()));
  afterEach(() => repository.remove());

  const file = (name: string, part: Partial<ReviewFile> = {}): ReviewFile => ({
    path: repository.file(name),
    name,
    kind: 'changed',
    against: 'commit',
    ...part,
  });
  /** Stages paths relative to the top folder, like the editor's git. */
  const stage = (files: readonly ReviewFile[]): readonly string[] => {
    const names = repository.git('diff', '--name-only', '-z').split('\0').filter(Boolean);
    const changed = new Set(names.map((name) => repository.file(name)));
    const paths = stagedPaths(files, repository.root, changed).map((one) =>
      literalPath(one).slice(repository.root.length + 1),
    );
    if (paths.length > 0) repository.git('add', '-A', '--', ...paths);
    const staged = repository.git('diff', '--cached', '--name-only', '--no-renames', '-z');
    return staged.split('\0').filter(Boolean);
  };

  it('name each file alone, whatever git takes its name for', function () {
    if (process.platform === 'win32') skip(this, 'Windows has no such names');
    const names = ['[id].ts', '*', ':(top)a', ':!b', 'a\\b', '-f', 'ä ?\n.ts', 'x/[a]/*.ts'];
    for (const name of [...names, 'i.ts', 'd.ts', 'other', 'x/a/b.ts']) repository.write(name, '1');
    assert.deepEqual(stage(names.map((name) => file(name))), names.toSorted());
  });

  it('leave out what git would fail on, so that the others are staged', () => {
    for (const name of ['moved', 'mv', 'gone', 'rm', 'done']) repository.commit(name, name);
    rmSync(repository.file('gone'));
    repository.git('rm', '-q', 'rm');
    repository.git('mv', 'mv', 'new');
    rmSync(repository.file('moved'));
    repository.write('there', 'moved');
    const files = [
      file('gone', { kind: 'deleted' }),
      file('rm', { kind: 'deleted' }),
      file('new', { kind: 'renamed', from: repository.file('mv') }),
      file('there', { kind: 'renamed', from: repository.file('moved') }),
      file('done', { committed: true }),
      file('../elsewhere'),
    ];
    assert.deepEqual(stage(files), ['gone', 'moved', 'mv', 'new', 'rm', 'there']);
  });
});
