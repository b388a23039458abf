import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { processTable } from '../../../../src/extension/hub/ingest/processes';
import { removeWorktree } from '../../../../src/extension/hub/worktrees/removal';
import { inspectWorktree } from '../../../../src/extension/hub/worktrees/worktreeInspection';
import { useWorktreeHub } from '../../../support/git/worktreeFixture';
import { slugOf } from '../../../support/git/worktreeHub';

/** A process id beyond every system's limit. */
const oldLock = `claude session tidy-up (pid ${2 ** 30} start 61771)`;

describe('The worktree of a session', function () {
  this.timeout(60_000);
  const at = useWorktreeHub();

  const branches = (): string => at.linked.main.git('branch', '--format=%(refname:short)');

  it('is reported as git describes it', async () => {
    assert.deepEqual(await at.one.look(), {
      path: at.linked.tree.root,
      name: 'tidy-up',
      branch: 'worktree-tidy-up',
      commit: at.linked.main.git('rev-parse', 'HEAD').trim(),
      main: at.linked.main.root,
      keeps: [],
      runs: [],
      uncommitted: 0,
      untracked: 0,
      unpushed: 0,
      ignored: 0,
      ignoredIn: [],
      unreferenced: 0,
      merged: true,
      deletable: true,
      seen: (await at.one.look()).seen,
    });
  });

  it('is not reported for a session in the main work tree or without a card', async () => {
    const inMain = await at.one.hub.calls.worktree({ sessionId: 'main' }, undefined);
    assert.equal(slugOf(inMain), 'no_worktree');
    assert.equal(
      slugOf(await at.one.hub.calls.worktree({ sessionId: 'none' }, undefined)),
      'no_such_session',
    );
  });

  const keepers: readonly [string, string, () => void][] = [
    ['a changed file', 'uncommitted', () => at.linked.tree.write('a.txt', 'changed')],
    ['a new file', 'untracked', () => at.linked.tree.write('new.txt', '')],
    ['a commit of its own', 'unpushed', () => at.linked.tree.commit('a.txt', 'two')],
    [
      'a commit on no branch',
      'unpushed',
      () => {
        at.linked.tree.git('checkout', '-q', '--detach');
        at.linked.tree.commit('a.txt', 'two');
      },
    ],
    [
      'a commit that only a ref of the work tree has',
      'unpushed',
      () => {
        at.linked.tree.commit('a.txt', 'two');
        at.linked.tree.git('update-ref', 'refs/worktree/note', 'HEAD');
        at.linked.tree.git('reset', '-q', '--hard', 'HEAD~1');
      },
    ],
    [
      'a stash made on its branch',
      'stashed',
      () => {
        at.linked.tree.write('a.txt', 'changed');
        at.linked.tree.git('stash', '-q');
      },
    ],
    ['a running session', 'running', () => at.one.living.push('two')],
    [
      'a lock that a person set',
      'locked',
      () => at.linked.main.git('worktree', 'lock', '--reason', 'USB stick', at.linked.tree.root),
    ],
    [
      'a lock of a client that runs',
      'locked',
      () => {
        const reason = `claude session tidy-up (pid ${process.pid})`;
        at.linked.main.git('worktree', 'lock', '--reason', reason, at.linked.tree.root);
      },
    ],
    ['a bisect', 'unfinished', () => at.linked.tree.git('bisect', 'start')],
    [
      'a git command that writes',
      'busy',
      () => writeFileSync(`${at.linked.main.file('.git', 'worktrees', 'tidy-up')}/index.lock`, ''),
    ],
    [
      'a submodule',
      'submodules',
      () => {
        const commit = at.linked.main.git('rev-parse', 'HEAD').trim();
        at.linked.tree.git('update-index', '--add', '--cacheinfo', `160000,${commit},library`);
        mkdirSync(at.linked.tree.file('library'));
        at.linked.tree.git('commit', '-qm', 'Add a submodule');
        at.linked.main.git('merge', '-q', 'worktree-tidy-up');
      },
    ],
    [
      'a repository in an ignored folder',
      'nested',
      () => {
        mkdirSync(at.linked.tree.file('node_modules', 'fork'), { recursive: true });
        at.linked.tree.at(at.linked.tree.file('node_modules', 'fork')).git('init', '-q');
      },
    ],
    [
      'a damaged index',
      'unknown',
      () => writeFileSync(at.linked.main.file('.git', 'worktrees', 'tidy-up', 'index'), 'no index'),
    ],
  ];
  for (const [title, keep, make] of keepers) {
    it(`cannot be removed because of ${title}`, async () => {
      const seen = await at.one.look();
      make();
      assert.deepEqual(await at.one.keeps(), [keep]);
      // Changes after the check also prevent the removal.
      assert.equal(slugOf(await at.one.remove(true, seen)), `worktree_${keep}`);
      assert.ok(
        existsSync(at.linked.tree.file('a.txt')) && branches().includes('worktree-tidy-up'),
      );
    });
  }

  it('cannot be removed during a merge with conflicts, and all reasons are reported', async () => {
    at.linked.main.commit('a.txt', 'two');
    at.linked.tree.commit('a.txt', 'three');
    assert.throws(() => at.linked.tree.git('merge', '-q', 'main'));
    assert.deepEqual(await at.one.keeps(), ['uncommitted', 'unpushed', 'unfinished']);
  });

  it('cannot be removed while a program works in it, which is named', async function () {
    if (process.platform !== 'linux' && process.platform !== 'darwin') this.skip();
    mkdirSync(at.linked.tree.file('node_modules'));
    const child = spawn('sleep', ['60'], { cwd: at.linked.tree.file('node_modules') });
    try {
      const { keeps: reasons, runs } = await at.one.look();
      assert.deepEqual([reasons, runs], [['running'], [`sleep (${child.pid})`]]);
    } finally {
      child.kill();
    }
  });

  it('is reported with the title of the session that runs in it', async () => {
    at.one.living.push('two');
    assert.deepEqual((await at.one.look()).runs, ['Title of two']);
  });

  it('is inspected without the program that the config names for signatures of stashes', async function () {
    if (process.platform === 'win32') this.skip();
    const trace = at.linked.main.file('.git', 'trace');
    const program = at.linked.main.file('.git', 'gpg');
    const lines = [
      '#!/bin/sh',
      `echo "$@" >>'${trace}'`,
      'cat >/dev/null',
      'echo "[GNUPG:] SIG_CREATED " >&2',
      'printf -- "-----BEGIN PGP SIGNATURE-----\\n\\n-----END PGP SIGNATURE-----\\n"',
    ];
    writeFileSync(program, lines.join('\n'), { mode: 0o755 });
    at.linked.main.git('config', 'gpg.program', program);
    at.linked.main.git('config', 'log.showSignature', 'true');
    const made = at.linked.main.git('commit-tree', '-S', '-m', 'WIP', '-p', 'HEAD', 'HEAD^{tree}');
    at.linked.main.git('stash', 'store', '-m', 'On worktree-tidy-up: WIP', made.trim());
    assert.ok(existsSync(trace));
    unlinkSync(trace);
    assert.deepEqual(await at.one.keeps(), ['stashed']);
    assert.ok(!existsSync(trace), 'gpg was run');
  });

  for (const flag of ['--assume-unchanged', '--skip-worktree']) {
    it(`cannot be removed with a change that ${flag} hides from git`, async () => {
      at.linked.tree.git('update-index', flag, 'a.txt');
      assert.deepEqual(await at.one.keeps(), []);
      at.linked.tree.write('a.txt', 'a setting of this machine');
      assert.deepEqual(await at.one.keeps(), ['uncommitted']);
      assert.equal(slugOf(await at.one.remove()), 'worktree_uncommitted');
      assert.equal(readFileSync(at.linked.tree.file('a.txt'), 'utf8'), 'a setting of this machine');
    });
  }

  it('is reported without the stashes of other branches', async () => {
    at.linked.main.write('a.txt', 'changed');
    at.linked.main.git('stash', '-q');
    assert.deepEqual(await at.one.keeps(), []);
  });

  it('can be removed once its commits are pushed or merged, but not if they were squashed', async () => {
    at.linked.addOrigin();
    at.linked.tree.commit('b.txt', 'two');
    at.linked.main.git('merge', '-q', '--squash', 'worktree-tidy-up');
    at.linked.main.git('commit', '-qm', 'Squashed');
    at.linked.main.git('push', '-q');
    const squashed = await at.one.look();
    assert.deepEqual(
      [squashed.keeps, squashed.unpushed, squashed.merged],
      [['unpushed'], 1, false],
    );
    at.linked.tree.git('push', '-qu', 'origin', 'worktree-tidy-up');
    const pushed = await at.one.look();
    assert.deepEqual([pushed.keeps, pushed.merged, pushed.deletable], [[], false, true]);
    at.linked.main.git('merge', '-q', '-m', 'Merged', 'worktree-tidy-up');
    assert.equal((await at.one.look()).merged, true);
    at.linked.tree.commit('b.txt', 'three');
    assert.equal((await at.one.look()).merged, false);
    at.linked.tree.git('push', '-qf', 'origin', 'HEAD:main');
    assert.equal((await at.one.look()).merged, true);
  });

  it('is removed with its ignored files, which are counted and named', async () => {
    at.linked.tree.write('node_modules/left/index.js', '');
    at.linked.tree.write('node_modules/right/index.js', '');
    at.linked.tree.write('.env', 'SECRET=1');
    const { ignored, ignoredIn, keeps: reasons } = await at.one.look();
    assert.deepEqual([reasons, ignored, ignoredIn], [[], 3, ['.env', 'node_modules']]);
    await at.one.removed();
    assert.ok(!existsSync(at.linked.tree.root));
    assert.ok(branches().includes('worktree-tidy-up'));
  });

  it('is restored with its branch and its upstream', async () => {
    at.linked.addOrigin();
    at.linked.tree.commit('b.txt', 'two');
    at.linked.tree.git('push', '-qu', 'origin', 'worktree-tidy-up');
    const commit = at.linked.tree.git('rev-parse', 'HEAD').trim();
    const gone = await at.one.removed(true);
    assert.deepEqual(gone, {
      path: at.linked.tree.root,
      main: at.linked.main.root,
      commit,
      branch: 'worktree-tidy-up',
      branchDeleted: true,
      upstream: 'origin/worktree-tidy-up',
      kept: { ...gone.kept, name: 'tidy-up', isSaved: true },
    });
    assert.equal(branches(), 'main\n');
    assert.deepEqual(await at.one.undo(gone), { missing: [] });
    assert.equal(at.linked.tree.git('rev-parse', 'HEAD').trim(), commit);
    assert.match(
      at.linked.tree.git('status', '-sb'),
      /^## worktree-tidy-up\.\.\.origin\/worktree-tidy-up\n$/,
    );
    assert.equal(slugOf(await at.one.undo(gone)), 'worktree_there');
  });

  it('is restored at its commit if it had no branch', async () => {
    at.linked.tree.git('checkout', '-q', '--detach');
    const gone = await at.one.removed(true);
    assert.equal(gone.branchDeleted, false);
    assert.deepEqual(await at.one.undo(gone), { missing: [] });
    assert.equal(at.linked.tree.git('branch', '--show-current'), '');
    assert.equal(at.linked.tree.git('rev-parse', 'HEAD').trim(), gone.commit);
  });

  it('is not restored over a branch that was recreated since', async () => {
    const gone = await at.one.removed(true);
    at.linked.main.commit('a.txt', 'later');
    at.linked.main.git('branch', 'worktree-tidy-up');
    assert.equal(slugOf(await at.one.undo(gone)), 'branch_there');
    assert.ok(!existsSync(at.linked.tree.root));
  });

  it('leaves no new branch if it cannot be restored', async () => {
    const gone = await at.one.removed(true);
    writeFileSync(at.linked.main.file('file'), '');
    assert.equal(
      slugOf(await at.one.undo({ ...gone, path: at.linked.main.file('file', 'tree') })),
      'worktree_not_back',
    );
    assert.equal(branches(), 'main\n');
    assert.match(at.one.warned.join('\n'), /Bringing a worktree back: .*EEXIST|ENOTDIR/);
  });

  it('is not removed if it changed since the inspection, even if nothing would be lost', async () => {
    const seen = await at.one.look();
    at.linked.tree.commit('b.txt', 'two');
    at.linked.main.git('merge', '-q', 'worktree-tidy-up');
    assert.equal(slugOf(await at.one.remove(true, seen)), 'worktree_changed');
    assert.ok(existsSync(at.linked.tree.root));
  });

  it('is not removed if another branch or more ignored files than shown would be lost', async () => {
    const seen = await at.one.look();
    at.linked.tree.git('switch', '-qc', 'another');
    assert.equal(slugOf(await at.one.remove(true, seen)), 'worktree_changed');
    assert.match(branches(), /^another$/mu);
    at.linked.tree.git('switch', '-q', 'worktree-tidy-up');
    at.linked.tree.write('.env', 'SECRET=1');
    assert.equal(slugOf(await at.one.remove(true, seen)), 'worktree_changed');
    assert.ok(existsSync(at.linked.tree.file('.env')));
  });

  it('is removed despite the lock of a client that has ended', async () => {
    at.linked.main.git('worktree', 'lock', '--reason', oldLock, at.linked.tree.root);
    const { keeps: reasons, lock } = await at.one.look();
    assert.deepEqual([reasons, lock], [[], oldLock]);
    await at.one.removed();
    assert.ok(!existsSync(at.linked.tree.root));
  });

  it('stays locked if git refuses, and git’s message is in the log', async function () {
    if (process.platform === 'win32') this.skip();
    at.linked.main.git('worktree', 'lock', '--reason', oldLock, at.linked.tree.root);
    const program = at.linked.main.file('.git', 'refusing-git');
    const refuses = '*"update-ref --stdin"*) echo "fatal: no such luck" >&2; exit 1;;';
    const script = `#!/bin/sh\ncase "$*" in ${refuses} esac\nexec git "$@"\n`;
    writeFileSync(program, script, { mode: 0o755 });
    const parts = {
      program,
      log: at.one.log,
      processes: processTable(),
      sessionsIn: async () => [],
    };
    const look = await inspectWorktree(at.linked.tree.root, parts);
    assert.ok(look);
    const answer = await removeWorktree(look, { seen: look.state.seen, branch: true }, parts);
    assert.equal(slugOf(answer), 'worktree_stays');
    assert.match(at.one.warned.join('\n'), /git update-ref .*: fatal: no such luck/);
    assert.equal((await at.one.look()).lock, oldLock);
  });

  it('is inspected without the repository’s filters, and restored with them', async function () {
    if (process.platform === 'win32') this.skip();
    const sign = at.linked.main.file('.git', 'ran');
    at.linked.main.git('config', 'filter.upper.clean', `tr A-Z a-z`);
    at.linked.main.git('config', 'filter.upper.smudge', `echo smudged >> '${sign}'; tr a-z A-Z`);
    at.linked.main.write('.gitattributes', '*.up filter=upper\n');
    at.linked.main.commit('text.up', 'words\n');
    at.linked.tree.git('merge', '-q', 'main');
    // Git reads a file again if it is as new as the index.
    utimesSync(at.linked.tree.file('text.up'), 1_000_000, 1_000_000);
    at.linked.tree.git('status');
    writeFileSync(sign, '');
    const gone = await at.one.removed(true);
    assert.equal(readFileSync(sign, 'utf8'), '');
    assert.deepEqual(await at.one.undo(gone), { missing: [] });
    assert.equal(readFileSync(at.linked.tree.file('text.up'), 'utf8'), 'WORDS\n');
  });

  it('is removed without running a hook or the file monitor of the repository', async () => {
    const sign = at.linked.main.file('.git', 'ran');
    mkdirSync(at.linked.main.file('.git', 'hooks'), { recursive: true });
    for (const hook of ['post-checkout', 'reference-transaction']) {
      const file = at.linked.main.file('.git', 'hooks', hook);
      writeFileSync(file, `#!/bin/sh\necho ${hook} >> '${sign}'\n`, { mode: 0o755 });
    }
    at.linked.main.git('config', 'core.fsmonitor', `echo monitor >> '${sign}'; false`);
    const gone = await at.one.removed(true);
    assert.deepEqual(await at.one.undo(gone), { missing: [] });
    assert.equal(existsSync(sign) && readFileSync(sign, 'utf8'), false);
  });
});
