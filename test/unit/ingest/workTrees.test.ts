import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { unmergedFiles } from '../../../src/extension/hub/ingest/gitIndex';
import { conflictsIn } from '../../../src/extension/hub/ingest/workTrees';

describe('Merge conflicts of a work tree', function () {
  this.timeout(20_000);
  let root: string;

  const git = (...args: readonly string[]): void => {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost'];
    execFileSync('git', [...identity, ...args], { cwd: root, stdio: 'ignore' });
  };
  const commit = (files: Readonly<Record<string, string>>, message: string): void => {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, name), text);
    git('add', '-A');
    git('commit', '-qm', message);
  };
  /** Two branches that differ in two of three files. */
  const divide = (): void => {
    git('init', '-q', '-b', 'main');
    commit({ 'a.txt': 'one\n', 'a long name.txt': 'one\n', 'c.txt': 'one\n' }, 'base');
    git('checkout', '-qb', 'side');
    commit({ 'a.txt': 'side\n', 'a long name.txt': 'side\n' }, 'side');
    git('checkout', '-q', 'main');
    commit({ 'a.txt': 'main\n', 'a long name.txt': 'main\n' }, 'main');
  };
  const mergeWithConflicts = (): void => {
    assert.throws(() => git('merge', '-q', 'side'), 'the merge has conflicts');
  };

  beforeEach(() => {
    root = mkdtempSync(path.join(os.tmpdir(), 'mc-merge-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('are none outside of git and in a clean work tree', async () => {
    assert.equal(await conflictsIn(root), 0);
    divide();
    assert.equal(await conflictsIn(root), 0);
  });

  for (const version of ['2', '4']) {
    it(`are counted by file, also from a folder inside (index version ${version})`, async () => {
      divide();
      git('update-index', '--index-version', version);
      mergeWithConflicts();
      mkdirSync(path.join(root, 'inside'));
      assert.equal(await conflictsIn(root), 2);
      assert.equal(await conflictsIn(path.join(root, 'inside')), 2);
    });
  }

  it('go one by one as they are resolved', async () => {
    divide();
    mergeWithConflicts();
    writeFileSync(path.join(root, 'a.txt'), 'both\n');
    git('add', 'a.txt');
    assert.equal(await conflictsIn(root), 1);
    git('merge', '--abort');
    assert.equal(await conflictsIn(root), 0);
  });

  it('are found in a linked work tree and during a rebase', async () => {
    divide();
    const linked = path.join(root, 'linked');
    git('worktree', 'add', '-q', linked, 'side');
    const main = root;
    root = linked;
    assert.throws(() => git('rebase', '-q', 'main'));
    assert.equal(await conflictsIn(linked), 2);
    root = main;
  });

  it('of something else than an index are an error, not a number', () => {
    assert.throws(() => unmergedFiles(Buffer.from('DIRX00000000')), /Not a git index/);
    assert.throws(() => unmergedFiles(Buffer.from('DIRC\0\0\0\x02\0\0\0\x05')), RangeError);
  });
});
