import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import * as path from 'node:path';
import { emptyRemoved } from '../../../../src/extension/hub/worktrees/removedFolder';
import { WorktreeGit } from '../../../../src/extension/hub/worktrees/worktreeGit';
import { lookAtWorktree } from '../../../../src/extension/hub/worktrees/worktreeLook';
import { GitRepository } from '../../../support/git/gitRepository';
import type { LinkedWorktree } from '../../../support/git/linkedWorktree';
import { slugOf, WorktreeHub } from '../../../support/git/worktreeHub';
import { Mounts } from '../../../support/mounted';
import { needs } from '../../../support/skip';

const back = { missing: [] };

describe('A removed worktree', function () {
  this.timeout(120_000);
  let one: WorktreeHub;
  let linked: LinkedWorktree;
  const mounts = new Mounts();
  beforeEach(() => {
    one = new WorktreeHub();
    ({ linked } = one);
  });
  afterEach(async () => {
    mounts.undo();
    await one.dispose();
  });

  const text = (name: string): string => readFileSync(linked.tree.file(name), 'utf8');
  const refs = (): string =>
    linked.main.git('for-each-ref', '--format=%(objectname)', 'refs/mission-control');
  const has = (commit: string): boolean => {
    try {
      linked.main.git('cat-file', '-e', commit);
      return true;
    } catch {
      return false;
    }
  };
  /** Deletes all that nothing names any more, at once. */
  const collect = (): void => {
    linked.main.git('reflog', 'expire', '--expire=now', '--all');
    linked.main.git('gc', '-q', '--prune=now');
  };
  const commitOf = (repository: GitRepository, name = 'HEAD'): string =>
    repository.git('rev-parse', name).trim();
  const keptFolders = (): readonly string[] => {
    const folder = linked.main.file('.git', 'mission-control', 'removed');
    return existsSync(folder) ? readdirSync(folder).toSorted() : [];
  };

  /** A commit that the reflog alone names. */
  function undoneCommit(): string {
    linked.tree.commit('b.txt', 'two');
    const commit = commitOf(linked.tree);
    linked.tree.git('reset', '-q', '--hard', 'HEAD~1');
    return commit;
  }

  it('keeps commits that only its reflog has, also from git’s own cleaning, and gives them back', async () => {
    const commit = undoneCommit();
    const { keeps, unreferenced } = await one.look();
    assert.deepEqual([keeps, unreferenced], [[], 1]);
    const gone = await one.removed(true);
    assert.equal(linked.main.git('branch', '--list', 'worktree-tidy-up'), '');
    collect();
    assert.ok(has(commit));
    assert.match(refs(), new RegExp(commit));
    assert.deepEqual(await one.undo(gone), back);
    assert.equal(commitOf(linked.tree, 'HEAD@{1}'), commit);
    assert.equal(commitOf(linked.tree, 'worktree-tidy-up@{1}'), commit);
    assert.equal(commitOf(linked.tree, 'ORIG_HEAD'), commit);
    assert.deepEqual([refs(), keptFolders()], ['', []]);
    linked.main.git('gc', '-q', '--prune=now');
    assert.ok(has(commit));
  });

  it('keeps what was fetched and never merged, and refs and settings of the worktree alone', async () => {
    const other = new GitRepository();
    try {
      other.commit('far.txt', 'far');
      linked.tree.git('fetch', '-q', other.root, 'main');
    } finally {
      other.remove();
    }
    const fetched = commitOf(linked.tree, 'FETCH_HEAD');
    linked.tree.write('note', 'a note');
    const blob = linked.tree.git('hash-object', '-w', 'note').trim();
    rmSync(linked.tree.file('note'));
    linked.tree.git('update-ref', 'refs/worktree/note', blob);
    linked.main.git('config', 'extensions.worktreeConfig', 'true');
    linked.tree.git('config', '--worktree', 'user.nickname', 'tidy');
    const gone = await one.removed(true);
    collect();
    assert.deepEqual([has(fetched), has(blob)], [true, true]);
    assert.deepEqual(await one.undo(gone), back);
    assert.equal(commitOf(linked.tree, 'FETCH_HEAD'), fetched);
    assert.equal(commitOf(linked.tree, 'refs/worktree/note'), blob);
    assert.equal(linked.tree.git('config', 'user.nickname'), 'tidy\n');
  });

  it('comes back detached where it was, with its reflog and the flags of its index', async () => {
    const commit = undoneCommit();
    linked.tree.git('checkout', '-q', '--detach');
    linked.tree.git('update-index', '--assume-unchanged', 'a.txt');
    const log = linked.tree.git('reflog');
    const gone = await one.removed();
    collect();
    assert.ok(has(commit));
    assert.deepEqual(await one.undo(gone), back);
    assert.equal(linked.tree.git('reflog'), log);
    assert.equal(linked.tree.git('ls-files', '-v', 'a.txt'), 'h a.txt\n');
    assert.equal(linked.tree.git('branch', '--show-current'), '');
  });

  it('brings back the reflog and all settings of a branch that went with it, and of no other', async () => {
    linked.tree.git('branch', '-m', 'feature/1.0');
    linked.main.git('config', 'branch.feature/1.0.description', 'two\nlines = "x"');
    linked.main.git('config', '--add', 'branch.feature/1.0.mergeoptions', '--no-ff');
    linked.main.git('config', '--add', 'branch.feature/1.0.mergeoptions', '--log');
    linked.main.git('config', 'branch.feature/1.0.1.description', 'another branch');
    const config = linked.main.git('config', '--local', '--list');
    const log = linked.main.git('reflog', 'feature/1.0');
    const gone = await one.removed(true);
    assert.ok(gone.branchDeleted);
    assert.ok(!linked.main.git('config', '--local', '--list').includes('--no-ff'));
    assert.deepEqual(await one.undo(gone), back);
    const lines = (list: string): readonly string[] => list.split('\n').toSorted();
    assert.deepEqual(lines(linked.main.git('config', '--local', '--list')), lines(config));
    assert.equal(linked.main.git('reflog', 'feature/1.0'), log);
  });

  it('comes back with the files that git ignores, links and pipes among them', async function () {
    needs(this, 'links');
    linked.tree.write('.env', 'SECRET=1');
    linked.tree.write('node_modules/left/index.js', 'left');
    symlinkSync('/nowhere', linked.tree.file('node_modules', 'link'));
    execFileSync('mkfifo', [linked.tree.file('node_modules', 'pipe')]);
    const gone = await one.removed();
    assert.ok(!existsSync(linked.tree.root));
    assert.deepEqual(await one.undo(gone), back);
    assert.deepEqual([text('.env'), text('node_modules/left/index.js')], ['SECRET=1', 'left']);
    assert.ok(statSync(linked.tree.file('node_modules', 'pipe')).isFIFO());
    assert.equal(linked.tree.git('status', '--porcelain'), '');
  });

  const changes: readonly [string, () => void][] = [
    ['has another content', () => linked.tree.write('.env', 'SECRET=22')],
    [
      'has another content of the same length and time',
      () => {
        const { atime, mtime } = statSync(linked.tree.file('.env'));
        linked.tree.write('.env', 'SECRET=2');
        utimesSync(linked.tree.file('.env'), atime, mtime);
      },
    ],
    [
      'has another name',
      () => {
        rmSync(linked.tree.file('.env'));
        linked.tree.write('node_modules/.env', 'SECRET=1');
      },
    ],
    [
      'is a link by now',
      () => {
        rmSync(linked.tree.file('.env'));
        symlinkSync('a.txt', linked.tree.file('.env'));
      },
    ],
  ];
  for (const [title, change] of changes) {
    it(`is not removed where an ignored file ${title}, though their number is the same`, async function () {
      needs(this, 'links');
      linked.tree.write('.env', 'SECRET=1');
      const shown = await one.look();
      change();
      assert.equal((await one.look()).ignored, shown.ignored);
      assert.equal(slugOf(await one.remove(true, shown)), 'worktree_changed');
      assert.deepEqual([refs(), keptFolders(), existsSync(linked.tree.root)], ['', [], true]);
    });
  }

  for (const kind of ['another disk', 'the same disk'] as const) {
    it(`is not removed while something of ${kind} is mounted in it, and git is not even asked`, async function () {
      Mounts.need(this);
      const shown = await one.look();
      const outside = linked.main.file('.git', 'outside');
      mkdirSync(outside);
      const point = linked.tree.file('node_modules', 'share');
      if (kind === 'the same disk') mounts.bind(outside, point);
      else mounts.memory(point);
      writeFileSync(path.join(point, 'precious'), 'mine');
      assert.deepEqual(await one.keeps(), ['mounted']);
      assert.equal(slugOf(await one.remove(true, shown)), 'worktree_mounted');
      assert.equal(readFileSync(path.join(point, 'precious'), 'utf8'), 'mine');
      const { log } = one;
      const parts = { log, processes: { isAlive: async () => false }, sessionsIn: async () => [] };
      const look = await lookAtWorktree(linked.tree.root, { ...parts, program: '/no/such/git' });
      assert.deepEqual(look?.state.keeps, ['mounted']);
    });
  }

  it('is kept beside itself where its repository is on another disk', async function () {
    Mounts.need(this);
    const disk = linked.main.file('.claude', 'disk');
    mounts.memory(disk);
    linked.main.git('worktree', 'remove', linked.tree.root);
    linked.main.git('worktree', 'add', '-q', path.join(disk, 'tidy-up'), 'worktree-tidy-up');
    const tree = linked.main.at(path.join(disk, 'tidy-up'));
    Object.assign(linked, { tree });
    tree.write('.env', 'SECRET=1');
    const gone = await one.removed(true);
    assert.match(readdirSync(disk).join(' '), /^\.tidy-up\.removed-[0-9TZ]{16}-[0-9a-f]{8}$/);
    assert.deepEqual(await one.undo(gone), back);
    assert.deepEqual([text('.env'), tree.git('status', '--porcelain')], ['SECRET=1', '']);
    await one.removed();
    const git = new WorktreeGit({ program: 'git', at: linked.main.root, log: one.log });
    await emptyRemoved(linked.main.file('.git'), git, one.log, Date.now() + 31 * 86_400_000);
    assert.deepEqual([readdirSync(disk), keptFolders(), refs()], [[], [], '']);
  });

  it('comes back where its link to the repository is relative', async () => {
    writeFileSync(linked.tree.file('.git'), 'gitdir: ../../../.git/worktrees/tidy-up\n');
    const gone = await one.removed(true);
    assert.deepEqual(await one.undo(gone), back);
    assert.equal(linked.tree.git('status', '--porcelain'), '');
  });

  it('comes back under another name in git where a later worktree has its own', async () => {
    const gone = await one.removed();
    const other = linked.main.file('.claude', 'other', 'tidy-up');
    linked.main.git('worktree', 'add', '-q', '--detach', other);
    assert.deepEqual(await one.undo(gone), back);
    assert.equal(linked.tree.git('branch', '--show-current'), 'worktree-tidy-up\n');
    assert.equal(linked.main.at(other).git('branch', '--show-current'), '');
    assert.equal(linked.main.git('worktree', 'list').trim().split('\n').length, 3);
  });

  it('comes back at its branch as that is by then, with the files that git ignores', async () => {
    linked.tree.write('.env', 'SECRET=1');
    const gone = await one.removed();
    linked.main.git('switch', '-q', 'worktree-tidy-up');
    assert.equal(slugOf(await one.undo(gone)), 'branch_used');
    linked.main.commit('a.txt', 'two');
    linked.main.git('switch', '-q', 'main');
    assert.deepEqual(await one.undo(gone), back);
    assert.deepEqual([text('a.txt'), text('.env')], ['two', 'SECRET=1']);
    assert.equal(linked.tree.git('status', '--porcelain'), '');
  });

  it('says what is missing where nothing of it is kept any more', async () => {
    linked.tree.write('.env', 'SECRET=1');
    const gone = await one.removed(true);
    rmSync(gone.kept?.folder ?? '', { recursive: true });
    assert.deepEqual(await one.undo(gone), { missing: ['files'] });
    assert.deepEqual([text('a.txt'), existsSync(linked.tree.file('.env'))], ['one', false]);
    const again = await one.removed(true);
    const { kept, ...older } = again;
    assert.deepEqual(await one.undo(older), { missing: ['files'] });
    assert.ok(kept !== undefined && existsSync(kept.folder));
  });

  it('says in its folder how it is brought back by hand, and that is true', async () => {
    undoneCommit();
    const gone = await one.removed();
    const readme = readFileSync(path.join(gone.kept?.folder ?? '', 'README.txt'), 'utf8');
    for (const [, from = '', to = ''] of readme.matchAll(/^ {2}(\/.*) {2}-> {2}(\/.*)$/gmu)) {
      mkdirSync(path.dirname(to), { recursive: true });
      execFileSync('mv', [from, to]);
    }
    assert.equal(linked.tree.git('status', '--porcelain'), '');
    assert.match(linked.tree.git('reflog'), /Change b\.txt/);
  });
});
