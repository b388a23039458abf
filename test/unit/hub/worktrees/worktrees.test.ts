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
import { lookAtWorktree } from '../../../../src/extension/hub/worktrees/worktreeLook';
import type { LinkedWorktree } from '../../../support/git/linkedWorktree';
import { slugOf, WorktreeHub } from '../../../support/git/worktreeHub';

/** No system gives a process such an id. */
const oldLock = `claude session tidy-up (pid ${2 ** 30} start 61771)`;

describe('The worktree of a session', function () {
  this.timeout(60_000);
  let one: WorktreeHub;
  let linked: LinkedWorktree;
  beforeEach(() => {
    one = new WorktreeHub();
    ({ linked } = one);
  });
  afterEach(() => one.dispose());

  const branches = (): string => linked.main.git('branch', '--format=%(refname:short)');

  it('is told as git has it', async () => {
    assert.deepEqual(await one.look(), {
      path: linked.tree.root,
      name: 'tidy-up',
      branch: 'worktree-tidy-up',
      commit: linked.main.git('rev-parse', 'HEAD').trim(),
      main: linked.main.root,
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
      seen: (await one.look()).seen,
    });
  });

  it('is none for a session in the main work tree, or without a card', async () => {
    const inMain = await one.hub.calls.worktree({ sessionId: 'main' }, undefined);
    assert.equal(slugOf(inMain), 'no_worktree');
    assert.equal(
      slugOf(await one.hub.calls.worktree({ sessionId: 'none' }, undefined)),
      'no_such_session',
    );
  });

  const keepers: readonly [string, string, () => void][] = [
    ['a changed file', 'uncommitted', () => linked.tree.write('a.txt', 'changed')],
    ['a new file', 'untracked', () => linked.tree.write('new.txt', '')],
    ['a commit of its own', 'unpushed', () => linked.tree.commit('a.txt', 'two')],
    [
      'a commit on no branch',
      'unpushed',
      () => {
        linked.tree.git('checkout', '-q', '--detach');
        linked.tree.commit('a.txt', 'two');
      },
    ],
    [
      'a stash made on its branch',
      'stashed',
      () => {
        linked.tree.write('a.txt', 'changed');
        linked.tree.git('stash', '-q');
      },
    ],
    ['a living session', 'running', () => one.living.push('two')],
    [
      'a lock that a person set',
      'locked',
      () => linked.main.git('worktree', 'lock', '--reason', 'USB stick', linked.tree.root),
    ],
    [
      'a lock of a client that runs',
      'locked',
      () => {
        const reason = `claude session tidy-up (pid ${process.pid})`;
        linked.main.git('worktree', 'lock', '--reason', reason, linked.tree.root);
      },
    ],
    ['a bisect', 'unfinished', () => linked.tree.git('bisect', 'start')],
    [
      'a git command that writes',
      'busy',
      () => writeFileSync(`${linked.main.file('.git', 'worktrees', 'tidy-up')}/index.lock`, ''),
    ],
    [
      'a submodule',
      'submodules',
      () => {
        const commit = linked.main.git('rev-parse', 'HEAD').trim();
        linked.tree.git('update-index', '--add', '--cacheinfo', `160000,${commit},library`);
        mkdirSync(linked.tree.file('library'));
        linked.tree.git('commit', '-qm', 'Add a submodule');
        linked.main.git('merge', '-q', 'worktree-tidy-up');
      },
    ],
    [
      'a repository in an ignored folder',
      'nested',
      () => {
        mkdirSync(linked.tree.file('node_modules', 'fork'), { recursive: true });
        linked.tree.at(linked.tree.file('node_modules', 'fork')).git('init', '-q');
      },
    ],
    [
      'a damaged index',
      'unknown',
      () => writeFileSync(linked.main.file('.git', 'worktrees', 'tidy-up', 'index'), 'no index'),
    ],
  ];
  for (const [title, keep, make] of keepers) {
    it(`is kept by ${title}`, async () => {
      const seen = await one.look();
      make();
      assert.deepEqual(await one.keeps(), [keep]);
      // What came after the look counts, too.
      assert.equal(slugOf(await one.remove(true, seen)), `worktree_${keep}`);
      assert.ok(existsSync(linked.tree.file('a.txt')) && branches().includes('worktree-tidy-up'));
    });
  }

  it('is kept by a merge with conflicts for each reason that there is', async () => {
    linked.main.commit('a.txt', 'two');
    linked.tree.commit('a.txt', 'three');
    assert.throws(() => linked.tree.git('merge', '-q', 'main'));
    assert.deepEqual(await one.keeps(), ['uncommitted', 'unpushed', 'unfinished']);
  });

  it('is kept by a program that works in it, which is named', async function () {
    if (process.platform !== 'linux' && process.platform !== 'darwin') this.skip();
    mkdirSync(linked.tree.file('node_modules'));
    const child = spawn('sleep', ['60'], { cwd: linked.tree.file('node_modules') });
    try {
      const { keeps: kept, runs } = await one.look();
      assert.deepEqual([kept, runs], [['running'], [`sleep (${child.pid})`]]);
    } finally {
      child.kill();
    }
  });

  it('names the session that lives in it', async () => {
    one.living.push('two');
    assert.deepEqual((await one.look()).runs, ['Title of two']);
  });

  it('starts no program that the config names for signatures of stashes', async function () {
    if (process.platform === 'win32') this.skip();
    const trace = linked.main.file('.git', 'trace');
    const program = linked.main.file('.git', 'gpg');
    const lines = [
      '#!/bin/sh',
      `echo "$@" >>'${trace}'`,
      'cat >/dev/null',
      'echo "[GNUPG:] SIG_CREATED " >&2',
      'printf -- "-----BEGIN PGP SIGNATURE-----\\n\\n-----END PGP SIGNATURE-----\\n"',
    ];
    writeFileSync(program, lines.join('\n'), { mode: 0o755 });
    linked.main.git('config', 'gpg.program', program);
    linked.main.git('config', 'log.showSignature', 'true');
    const made = linked.main.git('commit-tree', '-S', '-m', 'WIP', '-p', 'HEAD', 'HEAD^{tree}');
    linked.main.git('stash', 'store', '-m', 'On worktree-tidy-up: WIP', made.trim());
    assert.ok(existsSync(trace));
    unlinkSync(trace);
    assert.deepEqual(await one.keeps(), ['stashed']);
    assert.ok(!existsSync(trace), 'gpg was run');
  });

  for (const flag of ['--assume-unchanged', '--skip-worktree']) {
    it(`is kept by a change that git is told not to see with ${flag}`, async () => {
      linked.tree.git('update-index', flag, 'a.txt');
      assert.deepEqual(await one.keeps(), []);
      linked.tree.write('a.txt', 'a setting of this machine');
      assert.deepEqual(await one.keeps(), ['uncommitted']);
      assert.equal(slugOf(await one.remove()), 'worktree_uncommitted');
      assert.equal(readFileSync(linked.tree.file('a.txt'), 'utf8'), 'a setting of this machine');
    });
  }

  it('does not ask about stashes of other branches', async () => {
    linked.main.write('a.txt', 'changed');
    linked.main.git('stash', '-q');
    assert.deepEqual(await one.keeps(), []);
  });

  it('may go when its commits are pushed or merged, and not when they were squashed', async () => {
    linked.addOrigin();
    linked.tree.commit('b.txt', 'two');
    linked.main.git('merge', '-q', '--squash', 'worktree-tidy-up');
    linked.main.git('commit', '-qm', 'Squashed');
    linked.main.git('push', '-q');
    const squashed = await one.look();
    assert.deepEqual(
      [squashed.keeps, squashed.unpushed, squashed.merged],
      [['unpushed'], 1, false],
    );
    linked.tree.git('push', '-qu', 'origin', 'worktree-tidy-up');
    const pushed = await one.look();
    assert.deepEqual([pushed.keeps, pushed.merged, pushed.deletable], [[], false, true]);
    linked.main.git('merge', '-q', '-m', 'Merged', 'worktree-tidy-up');
    assert.equal((await one.look()).merged, true);
  });

  it('goes with its ignored files, which are counted and named', async () => {
    linked.tree.write('node_modules/left/index.js', '');
    linked.tree.write('node_modules/right/index.js', '');
    linked.tree.write('.env', 'SECRET=1');
    const { ignored, ignoredIn, keeps: kept } = await one.look();
    assert.deepEqual([kept, ignored, ignoredIn], [[], 3, ['.env', 'node_modules']]);
    await one.removed();
    assert.ok(!existsSync(linked.tree.root));
    assert.ok(branches().includes('worktree-tidy-up'));
  });

  it('comes back with its branch and its upstream', async () => {
    linked.addOrigin();
    linked.tree.commit('b.txt', 'two');
    linked.tree.git('push', '-qu', 'origin', 'worktree-tidy-up');
    const commit = linked.tree.git('rev-parse', 'HEAD').trim();
    const gone = await one.removed(true);
    assert.deepEqual(gone, {
      path: linked.tree.root,
      main: linked.main.root,
      commit,
      branch: 'worktree-tidy-up',
      branchDeleted: true,
      upstream: 'origin/worktree-tidy-up',
      kept: { ...gone.kept, name: 'tidy-up', isSaved: true },
    });
    assert.equal(branches(), 'main\n');
    assert.deepEqual(await one.undo(gone), { missing: [] });
    assert.equal(linked.tree.git('rev-parse', 'HEAD').trim(), commit);
    assert.match(
      linked.tree.git('status', '-sb'),
      /^## worktree-tidy-up\.\.\.origin\/worktree-tidy-up\n$/,
    );
    assert.equal(slugOf(await one.undo(gone)), 'worktree_there');
  });

  it('comes back without a branch at its commit', async () => {
    linked.tree.git('checkout', '-q', '--detach');
    const gone = await one.removed(true);
    assert.equal(gone.branchDeleted, false);
    assert.deepEqual(await one.undo(gone), { missing: [] });
    assert.equal(linked.tree.git('branch', '--show-current'), '');
    assert.equal(linked.tree.git('rev-parse', 'HEAD').trim(), gone.commit);
  });

  it('leaves a branch that was made anew since as it is', async () => {
    const gone = await one.removed(true);
    linked.main.commit('a.txt', 'later');
    linked.main.git('branch', 'worktree-tidy-up');
    assert.equal(slugOf(await one.undo(gone)), 'branch_there');
    assert.ok(!existsSync(linked.tree.root));
  });

  it('makes no branch where it cannot come back', async () => {
    const gone = await one.removed(true);
    writeFileSync(linked.main.file('file'), '');
    assert.equal(
      slugOf(await one.undo({ ...gone, path: linked.main.file('file', 'tree') })),
      'worktree_not_back',
    );
    assert.equal(branches(), 'main\n');
    assert.match(one.warned.join('\n'), /Bringing a worktree back: .*EEXIST|ENOTDIR/);
  });

  it('is refused where it moved on since the look, even if nothing would be lost', async () => {
    const seen = await one.look();
    linked.tree.commit('b.txt', 'two');
    linked.main.git('merge', '-q', 'worktree-tidy-up');
    assert.equal(slugOf(await one.remove(true, seen)), 'worktree_changed');
    assert.ok(existsSync(linked.tree.root));
  });

  it('is refused where another branch or more ignored files would go than were named', async () => {
    const seen = await one.look();
    linked.tree.git('switch', '-qc', 'another');
    assert.equal(slugOf(await one.remove(true, seen)), 'worktree_changed');
    assert.match(branches(), /^another$/mu);
    linked.tree.git('switch', '-q', 'worktree-tidy-up');
    linked.tree.write('.env', 'SECRET=1');
    assert.equal(slugOf(await one.remove(true, seen)), 'worktree_changed');
    assert.ok(existsSync(linked.tree.file('.env')));
  });

  it('goes where the client left its lock', async () => {
    linked.main.git('worktree', 'lock', '--reason', oldLock, linked.tree.root);
    const { keeps: kept, lock } = await one.look();
    assert.deepEqual([kept, lock], [[], oldLock]);
    await one.removed();
    assert.ok(!existsSync(linked.tree.root));
  });

  it('keeps its lock where git refuses, whose words are in the log', async function () {
    if (process.platform === 'win32') this.skip();
    linked.main.git('worktree', 'lock', '--reason', oldLock, linked.tree.root);
    const program = linked.main.file('.git', 'refusing-git');
    const refuses = '*"update-ref --stdin"*) echo "fatal: no such luck" >&2; exit 1;;';
    const script = `#!/bin/sh\ncase "$*" in ${refuses} esac\nexec git "$@"\n`;
    writeFileSync(program, script, { mode: 0o755 });
    const parts = { program, log: one.log, processes: processTable(), sessionsIn: async () => [] };
    const look = await lookAtWorktree(linked.tree.root, parts);
    assert.ok(look);
    const answer = await removeWorktree(look, { seen: look.state.seen, branch: true }, parts);
    assert.equal(slugOf(answer), 'worktree_stays');
    assert.match(one.warned.join('\n'), /git update-ref .*: fatal: no such luck/);
    assert.equal((await one.look()).lock, oldLock);
  });

  it('looks without the filters of the repository, and comes back with them', async function () {
    if (process.platform === 'win32') this.skip();
    const sign = linked.main.file('.git', 'ran');
    linked.main.git('config', 'filter.upper.clean', `tr A-Z a-z`);
    linked.main.git('config', 'filter.upper.smudge', `echo smudged >> '${sign}'; tr a-z A-Z`);
    linked.main.write('.gitattributes', '*.up filter=upper\n');
    linked.main.commit('text.up', 'words\n');
    linked.tree.git('merge', '-q', 'main');
    // Git reads a file anew that is as young as its index.
    utimesSync(linked.tree.file('text.up'), 1_000_000, 1_000_000);
    linked.tree.git('status');
    writeFileSync(sign, '');
    const gone = await one.removed(true);
    assert.equal(readFileSync(sign, 'utf8'), '');
    assert.deepEqual(await one.undo(gone), { missing: [] });
    assert.equal(readFileSync(linked.tree.file('text.up'), 'utf8'), 'WORDS\n');
  });

  it('runs no hook and no monitor of the repository', async () => {
    const sign = linked.main.file('.git', 'ran');
    mkdirSync(linked.main.file('.git', 'hooks'), { recursive: true });
    for (const hook of ['post-checkout', 'reference-transaction']) {
      const file = linked.main.file('.git', 'hooks', hook);
      writeFileSync(file, `#!/bin/sh\necho ${hook} >> '${sign}'\n`, { mode: 0o755 });
    }
    linked.main.git('config', 'core.fsmonitor', `echo monitor >> '${sign}'; false`);
    const gone = await one.removed(true);
    assert.deepEqual(await one.undo(gone), { missing: [] });
    assert.equal(existsSync(sign) && readFileSync(sign, 'utf8'), false);
  });
});
