import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { headMoves, lastCommitAt } from '../../../../src/extension/hub/collisions/reflog';
import { GitRepository } from '../../../support/git/gitRepository';
import { skip } from '../../../support/skip';
import { makeNamedPipe } from '../../../support/namedPipe';

describe('The reflog of HEAD', () => {
  let repository: GitRepository;

  beforeEach(() => {
    repository = new GitRepository();
  });
  afterEach(() => repository.remove());

  const moves = async () => (await headMoves(repository.file('.git'))) ?? [];

  it('is parsed as git writes it', async () => {
    const before = Date.now() - 1_000;
    repository.commit('a', '1');
    repository.git('switch', '-qc', 'feature');
    repository.commit('a', '2');
    repository.git('commit', '-q', '--amend', '-m', 'Other: moving from x to y');
    repository.git('reset', '-q', '--hard', 'HEAD~1');
    repository.git('switch', '-q', 'main');
    const read = await moves();
    assert.deepEqual(
      read.map(({ act, from, to }) => [act, from, to]),
      [
        ['commit', undefined, undefined],
        ['checkout', 'main', 'feature'],
        ['commit', undefined, undefined],
        ['commit', undefined, undefined],
        ['reset', undefined, undefined],
        ['checkout', 'feature', 'main'],
      ],
    );
    for (const { at } of read) assert.ok(at >= before && at <= Date.now(), String(at));
  });

  it('shows the time of the last commit, as the end of its second', async () => {
    repository.commit('a', '1');
    const [commit] = await moves();
    repository.write('a', '2');
    repository.git('stash');
    repository.git('switch', '-qc', 'feature');
    assert.ok(commit);
    assert.equal(lastCommitAt(await moves()), commit.at + 999);
    assert.equal(lastCommitAt([]), 0);
  });

  it('is read only at its end if it is long', async () => {
    repository.commit('a', '1');
    const line = `${'0'.repeat(40)} ${'1'.repeat(40)} T <t@t> 1700000000 +0000\tcommit: ${'x'.repeat(500)}\n`;
    repository.write('.git/logs/HEAD', `${line.repeat(200)}${line.replace('commit', 'reset')}`);
    const read = await moves();
    assert.ok(read.length > 20 && read.length < 100, String(read.length));
    assert.equal(read.at(-1)?.act, 'reset');
    assert.equal(lastCommitAt(read), 1_700_000_000_999);
  });

  it('is not read if it is a pipe, which would block', async function () {
    if (process.platform === 'win32') skip(this, 'Windows has no such files');
    repository.commit('a', '1');
    rmSync(repository.file('.git/logs/HEAD'));
    makeNamedPipe(repository.file('.git/logs/HEAD'));
    assert.equal(await headMoves(repository.file('.git')), undefined);
  });

  it('is undefined if git stores none', async () => {
    assert.equal(await headMoves(repository.file('nowhere')), undefined);
  });
});
