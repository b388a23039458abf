import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { mock } from 'node:test';
import { conflictsIn, WorkTrees } from '../../../src/extension/hub/ingest/workTrees';
import { fillFrom } from '../../support/git/templates';
import { skip } from '../../support/skip';
import { until } from '../../support/until';
import { waitFixedTime } from '../../support/waitFixedTime';
import { makeNamedPipe } from '../../support/namedPipe';

describe('Merge conflicts of a work tree', function () {
  this.timeout(60_000);
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
    const here = root;
    fillFrom('divided', root, (folder) => {
      root = folder;
      makeDivided();
    });
    root = here;
  };
  const makeDivided = (): void => {
    git('init', '-q', '-b', 'main', '--template=');
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

  it('are removed one by one as they are resolved', async () => {
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

  it('are not read from a pipe or a device, which would never end', async function () {
    if (process.platform === 'win32') skip(this, 'Windows has no such files');
    const dotGit = path.join(root, '.git');
    makeNamedPipe(dotGit);
    assert.equal(await conflictsIn(root), 0);
    rmSync(dotGit);
    symlinkSync('/dev/zero', dotGit);
    assert.equal(await conflictsIn(root), 0);
    rmSync(dotGit);
    divide();
    mergeWithConflicts();
    rmSync(path.join(dotGit, 'index'));
    symlinkSync('/dev/zero', path.join(dotGit, 'index'));
    assert.equal(await conflictsIn(root), 0);
  });

  it('count only during a merge, a rebase, a cherry-pick or a revert', async () => {
    divide();
    mergeWithConflicts();
    let left = path.join(root, '.git', 'MERGE_HEAD');
    for (const name of ['rebase-merge', 'rebase-apply', 'CHERRY_PICK_HEAD', 'REVERT_HEAD']) {
      const next = path.join(root, '.git', name);
      renameSync(left, next);
      left = next;
      assert.equal(await conflictsIn(root), 2, name);
    }
    rmSync(left);
    assert.equal(await conflictsIn(root), 0);
  });

  it('are not searched if a link of git is broken', async () => {
    for (const text of ['', 'no link at all', 'gitdir: nowhere\n', `gitdir: ${root}\n`]) {
      writeFileSync(path.join(root, '.git'), text);
      assert.equal(await conflictsIn(root), 0);
    }
  });
});

describe('The work trees of living sessions', () => {
  let root: string;
  const reported: string[] = [];
  let live: { readonly sessionId: string; readonly folder: string }[];
  let trees: WorkTrees;

  beforeEach(() => {
    root = mkdtempSync(path.join(os.tmpdir(), 'mc-trees-'));
    reported.length = 0;
    live = [];
    mock.timers.enable({ apis: ['setInterval'] });
    trees = new WorkTrees(
      () => live,
      ({ type, sessionId, conflicts }) => reported.push(`${type} ${sessionId} ${conflicts}`),
    );
    trees.start();
  });
  afterEach(() => {
    trees.dispose();
    mock.timers.reset();
    rmSync(root, { recursive: true, force: true });
  });

  /** A folder whose index has this many unresolved files of a merge. */
  function merging(count: number): void {
    const head = Buffer.alloc(12);
    head.write('DIRC', 'latin1');
    head.writeUInt32BE(2, 4);
    head.writeUInt32BE(count, 8);
    const entries = Array.from({ length: count }, (_, index) => {
      const entry = Buffer.alloc(64);
      entry.writeUInt16BE((2 << 12) | 1, 60);
      entry.write(String(index), 62);
      return entry;
    });
    mkdirSync(path.join(root, '.git'), { recursive: true });
    writeFileSync(path.join(root, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(path.join(root, '.git', 'MERGE_HEAD'), '');
    writeFileSync(path.join(root, '.git', 'index'), Buffer.concat([head, ...entries]));
  }
  async function look(...expected: readonly string[]): Promise<void> {
    mock.timers.tick(3_000);
    await until(
      () => reported,
      (now) => assert.deepEqual(now, expected),
    );
  }

  it('are reported when their conflicts change, for each session of a folder', async () => {
    merging(2);
    live = ['a', 'b'].map((sessionId) => ({ sessionId, folder: root }));
    await look('workTree a 2', 'workTree b 2');
    live.push({ sessionId: 'clean', folder: os.tmpdir() }, { sessionId: 'c', folder: root });
    await look('workTree a 2', 'workTree b 2', 'workTree c 2');
    live = live.slice(0, 1);
    merging(0);
    await look('workTree a 2', 'workTree b 2', 'workTree c 2', 'workTree a 0');
  });

  it('are no longer polled once nobody subscribes to them', async () => {
    merging(1);
    live = [{ sessionId: 'a', folder: root }];
    trees.dispose();
    mock.timers.tick(10_000);
    await waitFixedTime(50);
    assert.deepEqual(reported, []);
  });
});
