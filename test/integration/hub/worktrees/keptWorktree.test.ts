import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import * as path from 'node:path';
import { deleteExpiredWorktrees } from '../../../../src/extension/hub/worktrees/removedFolder';
import { WorktreeGit } from '../../../../src/extension/hub/worktrees/worktreeGit';
import { inspectWorktree } from '../../../../src/extension/hub/worktrees/worktreeInspection';
import { GitRepository } from '../../../support/git/gitRepository';
import { useWorktreeHub } from '../../../support/git/worktreeFixture';
import { slugOf } from '../../../support/git/worktreeHub';
import { Mounts } from '../../../support/mounted';
import { needs } from '../../../support/skip';
import { makeNamedPipe } from '../../../support/namedPipe';

const nothingMissing = { missing: [] };

describe('A removed worktree', function () {
  this.timeout(120_000);
  const at = useWorktreeHub();
  const { mounts } = at;

  const text = (name: string): string => readFileSync(at.linked.tree.file(name), 'utf8');
  const refs = (): string =>
    at.linked.main.git('for-each-ref', '--format=%(objectname)', 'refs/mission-control');
  const has = (commit: string): boolean => {
    try {
      at.linked.main.git('cat-file', '-e', commit);
      return true;
    } catch {
      return false;
    }
  };
  /** Deletes all unreachable objects immediately. */
  const collect = (): void => {
    at.linked.main.git('reflog', 'expire', '--expire=now', '--all');
    at.linked.main.git('gc', '-q', '--prune=now');
  };
  const commitOf = (repository: GitRepository, name = 'HEAD'): string =>
    repository.git('rev-parse', name).trim();
  const keptFolders = (): readonly string[] => {
    const folder = at.linked.main.file('.git', 'mission-control', 'removed');
    return existsSync(folder) ? readdirSync(folder).toSorted() : [];
  };

  /** Makes a commit that only the reflog contains. */
  function undoneCommit(): string {
    at.linked.tree.commit('b.txt', 'two');
    const commit = commitOf(at.linked.tree);
    at.linked.tree.git('reset', '-q', '--hard', 'HEAD~1');
    return commit;
  }

  it('keeps commits that only its reflog names through git’s garbage collection, and restores them', async () => {
    const commit = undoneCommit();
    const { keeps, unreferenced } = await at.one.look();
    assert.deepEqual([keeps, unreferenced], [[], 1]);
    const gone = await at.one.removed(true);
    assert.equal(at.linked.main.git('branch', '--list', 'worktree-tidy-up'), '');
    collect();
    assert.ok(has(commit));
    assert.match(refs(), new RegExp(commit));
    assert.deepEqual(await at.one.undo(gone), nothingMissing);
    assert.equal(commitOf(at.linked.tree, 'HEAD@{1}'), commit);
    assert.equal(commitOf(at.linked.tree, 'worktree-tidy-up@{1}'), commit);
    assert.equal(commitOf(at.linked.tree, 'ORIG_HEAD'), commit);
    assert.deepEqual([refs(), keptFolders()], ['', []]);
    at.linked.main.git('gc', '-q', '--prune=now');
    assert.ok(has(commit));
  });

  it('keeps commits of a reflog that git reads through a link', async function () {
    needs(this, 'links');
    const commit = undoneCommit();
    const log = at.linked.main.file('.git', 'worktrees', 'tidy-up', 'logs', 'HEAD');
    const outside = at.linked.main.file('.git', 'elsewhere');
    renameSync(log, outside);
    symlinkSync(outside, log);
    rmSync(at.linked.main.file('.git', 'worktrees', 'tidy-up', 'ORIG_HEAD'));
    assert.equal((await at.one.look()).unreferenced, 1);
    await at.one.removed();
    assert.match(refs(), new RegExp(commit));
  });

  it('keeps both sides of a conflict that was resolved', async () => {
    at.linked.tree.write('side', 'theirs');
    const blob = at.linked.tree.git('hash-object', '-w', 'side').trim();
    const ours = commitOf(at.linked.tree, 'HEAD:a.txt');
    rmSync(at.linked.tree.file('side'));
    const none = `0 ${'0'.repeat(40)}\ta.txt`;
    const stages = [none, `100644 ${ours} 2\ta.txt`, `100644 ${blob} 3\ta.txt`, ''];
    const { root } = at.linked.tree;
    execFileSync('git', ['update-index', '--index-info'], { cwd: root, input: stages.join('\n') });
    at.linked.tree.git('add', 'a.txt');
    await at.one.removed();
    collect();
    assert.ok(has(blob));
  });

  it('counts the commits of a reflog in a reftable', async function () {
    if (process.platform === 'win32') this.skip();
    const commit = undoneCommit();
    const own = at.linked.main.file('.git', 'worktrees', 'tidy-up');
    for (const name of ['logs', 'ORIG_HEAD']) rmSync(path.join(own, name), { recursive: true });
    const program = at.linked.main.file('.git', 'table-git');
    const answers = [
      `*walk-reflogs*) echo ${commit}; exit;;`,
      String.raw`*--list*) printf 'local\0extensions.refstorage\nreftable\0';;`,
    ];
    const script = `#!/bin/sh\ncase "$*" in ${answers.join(' ')} esac\nexec git "$@"\n`;
    writeFileSync(program, script, { mode: 0o755 });
    const { log } = at.one;
    const parts = { log, processes: { isAlive: async () => false }, sessionsIn: async () => [] };
    const look = await inspectWorktree(at.linked.tree.root, { ...parts, program });
    assert.deepEqual([look?.state.keeps, look?.state.unreferenced], [[], 1]);
  });

  it('keeps fetched commits that were never merged, and the worktree’s own refs and settings', async () => {
    const other = new GitRepository();
    try {
      other.commit('far.txt', 'far');
      at.linked.tree.git('fetch', '-q', other.root, 'main');
    } finally {
      other.remove();
    }
    const fetched = commitOf(at.linked.tree, 'FETCH_HEAD');
    at.linked.tree.write('note', 'a note');
    const blob = at.linked.tree.git('hash-object', '-w', 'note').trim();
    rmSync(at.linked.tree.file('note'));
    at.linked.tree.git('update-ref', 'refs/worktree/note', blob);
    at.linked.main.git('config', 'extensions.worktreeConfig', 'true');
    at.linked.tree.git('config', '--worktree', 'user.nickname', 'tidy');
    const gone = await at.one.removed(true);
    collect();
    assert.deepEqual([has(fetched), has(blob)], [true, true]);
    assert.deepEqual(await at.one.undo(gone), nothingMissing);
    assert.equal(commitOf(at.linked.tree, 'FETCH_HEAD'), fetched);
    assert.equal(commitOf(at.linked.tree, 'refs/worktree/note'), blob);
    assert.equal(at.linked.tree.git('config', 'user.nickname'), 'tidy\n');
  });

  it('is restored with a detached HEAD, its reflog and the flags of its index', async () => {
    const commit = undoneCommit();
    at.linked.tree.git('checkout', '-q', '--detach');
    at.linked.tree.git('update-index', '--assume-unchanged', 'a.txt');
    const log = at.linked.tree.git('reflog');
    const gone = await at.one.removed();
    collect();
    assert.ok(has(commit));
    assert.deepEqual(await at.one.undo(gone), nothingMissing);
    assert.equal(at.linked.tree.git('reflog'), log);
    assert.equal(at.linked.tree.git('ls-files', '-v', 'a.txt'), 'h a.txt\n');
    assert.equal(at.linked.tree.git('branch', '--show-current'), '');
  });

  it('is restored with the reflog and all settings of its deleted branch, and of no other', async () => {
    at.linked.tree.git('branch', '-m', 'feature/1.0');
    at.linked.main.git('config', 'branch.feature/1.0.description', 'two\nlines = "x"');
    at.linked.main.git('config', '--add', 'branch.feature/1.0.mergeoptions', '--no-ff');
    at.linked.main.git('config', '--add', 'branch.feature/1.0.mergeoptions', '--log');
    at.linked.main.git('config', 'branch.feature/1.0.1.description', 'another branch');
    const config = at.linked.main.git('config', '--local', '--list');
    const log = at.linked.main.git('reflog', 'feature/1.0');
    const gone = await at.one.removed(true);
    assert.ok(gone.branchDeleted);
    assert.ok(!at.linked.main.git('config', '--local', '--list').includes('--no-ff'));
    assert.deepEqual(await at.one.undo(gone), nothingMissing);
    const lines = (list: string): readonly string[] => list.split('\n').toSorted();
    assert.deepEqual(lines(at.linked.main.git('config', '--local', '--list')), lines(config));
    assert.equal(at.linked.main.git('reflog', 'feature/1.0'), log);
  });

  it('is restored with its ignored files, including links and pipes', async function () {
    needs(this, 'links');
    at.linked.tree.write('.env', 'SECRET=1');
    at.linked.tree.write('node_modules/left/index.js', 'left');
    symlinkSync('/nowhere', at.linked.tree.file('node_modules', 'link'));
    makeNamedPipe(at.linked.tree.file('node_modules', 'pipe'));
    const gone = await at.one.removed();
    assert.ok(!existsSync(at.linked.tree.root));
    assert.deepEqual(await at.one.undo(gone), nothingMissing);
    assert.deepEqual([text('.env'), text('node_modules/left/index.js')], ['SECRET=1', 'left']);
    assert.ok(statSync(at.linked.tree.file('node_modules', 'pipe')).isFIFO());
    assert.equal(at.linked.tree.git('status', '--porcelain'), '');
  });

  const changes: readonly [string, () => void][] = [
    ['has different content', () => at.linked.tree.write('.env', 'SECRET=22')],
    [
      'has different content of the same length and time',
      () => {
        const { atime, mtime } = statSync(at.linked.tree.file('.env'));
        at.linked.tree.write('.env', 'SECRET=2');
        utimesSync(at.linked.tree.file('.env'), atime, mtime);
      },
    ],
    [
      'has a different name',
      () => {
        rmSync(at.linked.tree.file('.env'));
        at.linked.tree.write('node_modules/.env', 'SECRET=1');
      },
    ],
    [
      'became a link',
      () => {
        rmSync(at.linked.tree.file('.env'));
        symlinkSync('a.txt', at.linked.tree.file('.env'));
      },
    ],
  ];
  for (const [title, change] of changes) {
    it(`is not removed if an ignored file ${title}, even if their number is the same`, async function () {
      needs(this, 'links');
      at.linked.tree.write('.env', 'SECRET=1');
      const shown = await at.one.look();
      change();
      assert.equal((await at.one.look()).ignored, shown.ignored);
      assert.equal(slugOf(await at.one.remove(true, shown)), 'worktree_changed');
      assert.deepEqual([refs(), keptFolders(), existsSync(at.linked.tree.root)], ['', [], true]);
    });
  }

  for (const kind of ['another disk', 'the same disk'] as const) {
    it(`is not removed while something of ${kind} is mounted in it, and git does not run`, async function () {
      Mounts.need(this);
      const shown = await at.one.look();
      const outside = at.linked.main.file('.git', 'outside');
      mkdirSync(outside);
      const point = at.linked.tree.file('node_modules', 'share');
      if (kind === 'the same disk') mounts.bind(outside, point);
      else mounts.memory(point);
      writeFileSync(path.join(point, 'precious'), 'mine');
      assert.deepEqual(await at.one.keeps(), ['mounted']);
      assert.equal(slugOf(await at.one.remove(true, shown)), 'worktree_mounted');
      assert.equal(readFileSync(path.join(point, 'precious'), 'utf8'), 'mine');
      const { log } = at.one;
      const parts = { log, processes: { isAlive: async () => false }, sessionsIn: async () => [] };
      const look = await inspectWorktree(at.linked.tree.root, {
        ...parts,
        program: '/no/such/git',
      });
      assert.deepEqual(look?.state.keeps, ['mounted']);
    });
  }

  it('is saved next to its original path if its repository is on another disk', async function () {
    Mounts.need(this);
    const disk = at.linked.main.file('.claude', 'disk');
    mounts.memory(disk);
    at.linked.main.git('worktree', 'remove', at.linked.tree.root);
    at.linked.main.git('worktree', 'add', '-q', path.join(disk, 'tidy-up'), 'worktree-tidy-up');
    const tree = at.linked.main.at(path.join(disk, 'tidy-up'));
    Object.assign(at.linked, { tree });
    tree.write('.env', 'SECRET=1');
    const gone = await at.one.removed(true);
    assert.match(readdirSync(disk).join(' '), /^\.tidy-up\.removed-[0-9TZ]{16}-[0-9a-f]{8}$/);
    assert.deepEqual(await at.one.undo(gone), nothingMissing);
    assert.deepEqual([text('.env'), tree.git('status', '--porcelain')], ['SECRET=1', '']);
    await at.one.removed();
    const git = new WorktreeGit({ program: 'git', at: at.linked.main.root, log: at.one.log });
    await deleteExpiredWorktrees(
      at.linked.main.file('.git'),
      git,
      at.one.log,
      Date.now() + 31 * 86_400_000,
    );
    assert.deepEqual([readdirSync(disk), keptFolders(), refs()], [[], [], '']);
  });

  it('is restored if its link to the repository is relative', async () => {
    writeFileSync(at.linked.tree.file('.git'), 'gitdir: ../../../.git/worktrees/tidy-up\n');
    const gone = await at.one.removed(true);
    assert.deepEqual(await at.one.undo(gone), nothingMissing);
    assert.equal(at.linked.tree.git('status', '--porcelain'), '');
  });

  it('is restored under a different name in git if a later worktree has its name', async () => {
    const gone = await at.one.removed();
    const other = at.linked.main.file('.claude', 'other', 'tidy-up');
    at.linked.main.git('worktree', 'add', '-q', '--detach', other);
    assert.deepEqual(await at.one.undo(gone), nothingMissing);
    assert.equal(at.linked.tree.git('branch', '--show-current'), 'worktree-tidy-up\n');
    assert.equal(at.linked.main.at(other).git('branch', '--show-current'), '');
    assert.equal(at.linked.main.git('worktree', 'list').trim().split('\n').length, 3);
  });

  it('is restored at the present commit of its branch, with its ignored files', async () => {
    // The fixture is a copy of a folder, so the file times in its index are outdated.
    at.linked.tree.git('update-index', '--refresh');
    at.linked.tree.write('.env', 'SECRET=1');
    const gone = await at.one.removed();
    at.linked.main.git('switch', '-q', 'worktree-tidy-up');
    assert.equal(slugOf(await at.one.undo(gone)), 'branch_used');
    at.linked.main.commit('a.txt', 'two');
    at.linked.main.git('switch', '-q', 'main');
    assert.deepEqual(await at.one.undo(gone), nothingMissing);
    assert.deepEqual([text('a.txt'), text('.env')], ['two', 'SECRET=1']);
    assert.equal(at.linked.tree.git('status', '--porcelain'), '');
  });

  it('is restored with a list of what is missing if its saved files were deleted', async () => {
    at.linked.tree.write('.env', 'SECRET=1');
    const gone = await at.one.removed(true);
    rmSync(gone.kept?.folder ?? '', { recursive: true });
    assert.deepEqual(await at.one.undo(gone), { missing: ['files'] });
    assert.deepEqual([text('a.txt'), existsSync(at.linked.tree.file('.env'))], ['one', false]);
    const again = await at.one.removed(true);
    const { kept, ...older } = again;
    assert.deepEqual(await at.one.undo(older), { missing: ['files'] });
    assert.ok(kept !== undefined && existsSync(kept.folder));
  });

  it('is saved with a README whose steps restore it by hand', async () => {
    undoneCommit();
    const gone = await at.one.removed();
    const readme = readFileSync(path.join(gone.kept?.folder ?? '', 'README.txt'), 'utf8');
    for (const [, from = '', to = ''] of readme.matchAll(/^ {2}(\/.*) {2}-> {2}(\/.*)$/gmu)) {
      mkdirSync(path.dirname(to), { recursive: true });
      execFileSync('mv', [from, to]);
    }
    assert.equal(at.linked.tree.git('status', '--porcelain'), '');
    assert.match(at.linked.tree.git('reflog'), /Change b\.txt/);
  });
});
