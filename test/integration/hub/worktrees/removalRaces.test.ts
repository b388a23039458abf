import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import * as path from 'node:path';
import { findGit } from '../../../../src/extension/hub/repositories/runGit';
import type { Refusal } from '../../../../src/extension/hub/serve/refusal';
import { removeWorktree } from '../../../../src/extension/hub/worktrees/removal';
import {
  deleteExpiredWorktrees,
  retention,
} from '../../../../src/extension/hub/worktrees/removedFolder';
import { WorktreeGit } from '../../../../src/extension/hub/worktrees/worktreeGit';
import { inspectWorktree } from '../../../../src/extension/hub/worktrees/worktreeInspection';
import type { RemovedWorktree } from '../../../../src/shared/protocol/work/worktrees';
import { useWorktreeHub } from '../../../support/git/worktreeFixture';
import { slugOf } from '../../../support/git/worktreeHub';
import { Mounts } from '../../../support/mounted';
import { needs } from '../../../support/skip';

describe('The removal of a worktree', function () {
  this.timeout(120_000);
  const at = useWorktreeHub();
  const { mounts } = at;

  const keptFile = (...names: readonly string[]): string =>
    at.linked.main.file('.git', 'mission-control', 'removed', ...names);
  const quoted = (file: string): string => `'${file}'`;

  /** Removes the work tree with a git that runs a script after all checks. */
  async function removeWhile(script: string): Promise<RemovedWorktree | Refusal> {
    const program = at.linked.main.file('.git', 'late-git');
    const once = at.linked.main.file('.git', 'late-done');
    const late = `*"update-ref --stdin"*) [ -e '${once}' ] || { : >'${once}'; ${script}; };;`;
    const git = (await findGit()) ?? '';
    const lines = `#!/bin/sh\ncase "$*" in ${late} esac\nexec '${git}' "$@"\n`;
    writeFileSync(program, lines, { mode: 0o755 });
    const { log } = at.one;
    const parts = { log, processes: { isAlive: async () => false }, sessionsIn: async () => [] };
    const look = await inspectWorktree(at.linked.tree.root, { ...parts, program });
    assert.deepEqual(look?.state.keeps, []);
    const answer = await removeWorktree(
      look,
      { seen: look.state.seen, branch: true },
      { program, log },
    );
    assert.ok(existsSync(once), 'the script was not run');
    return answer;
  }

  const races: readonly [string, () => string, string][] = [
    ['a new file', () => `echo mine >${quoted(at.linked.tree.file('new.txt'))}`, 'new.txt'],
    ['a change', () => `echo mine >${quoted(at.linked.tree.file('a.txt'))}`, 'a.txt'],
    ['an ignored file', () => `echo mine >${quoted(at.linked.tree.file('.env'))}`, '.env'],
    [
      'a repository in an ignored folder',
      () => `git init -q ${quoted(at.linked.tree.file('node_modules', 'fork'))}`,
      'node_modules/fork/.git/HEAD',
    ],
    [
      'a commit',
      () =>
        `git -C ${quoted(at.linked.tree.root)} -c user.name=T -c user.email=t@localhost commit -q --allow-empty -m late`,
      'a.txt',
    ],
    ['another branch', () => `git -C ${quoted(at.linked.tree.root)} switch -q -c another`, 'a.txt'],
    [
      'a merge that is not finished',
      () => `: >${quoted(at.linked.main.file('.git', 'worktrees', 'tidy-up', 'MERGE_HEAD'))}`,
      'a.txt',
    ],
  ];
  for (const [title, script, file] of races) {
    it(`is undone if ${title} appears after the last inspection`, async function () {
      needs(this, 'sh');
      assert.equal(slugOf(await removeWhile(script())), 'worktree_changed');
      assert.ok(existsSync(at.linked.tree.file(file)));
      assert.match(at.linked.main.git('worktree', 'list'), /tidy-up/);
      assert.match(at.linked.main.git('branch'), /worktree-tidy-up/);
    });
  }

  it('saves an undone commit that appeared after the last inspection', async function () {
    needs(this, 'sh');
    const git = `git -C ${quoted(at.linked.tree.root)} -c user.name=T -c user.email=t@localhost`;
    const script = `${git} commit -q --allow-empty -m late && ${git} reset -q --hard HEAD~1`;
    const gone = await removeWhile(script);
    assert.ok('kept' in gone && gone.kept !== undefined, slugOf(gone));
    const refs = at.linked.main.git('for-each-ref', '--format=%(subject)', 'refs/mission-control');
    assert.match(refs, /^late$/mu);
  });

  it('is undone if a program starts in it after the last inspection', async function () {
    needs(this, 'sh');
    if (process.platform !== 'linux') this.skip();
    const pid = at.linked.main.file('.git', 'pid');
    const script = `cd ${quoted(at.linked.tree.root)}; sleep 60 >/dev/null 2>&1 & echo $! >${quoted(pid)}; cd /`;
    try {
      assert.equal(slugOf(await removeWhile(script)), 'worktree_changed');
      assert.ok(existsSync(at.linked.tree.file('a.txt')));
    } finally {
      process.kill(Number(readFileSync(pid, 'utf8')));
    }
  });

  it('leaves no folder that would count as a removed worktree when it is undone', async function () {
    needs(this, 'sh');
    const script = `echo mine >${quoted(at.linked.tree.file('new.txt'))}`;
    assert.equal(slugOf(await removeWhile(script)), 'worktree_changed');
    assert.deepEqual(readdirSync(keptFile()), []);
    assert.equal(at.linked.main.git('for-each-ref', 'refs/mission-control'), '');
  });

  it('does not move a folder that replaced the worktree after the last inspection', async function () {
    needs(this, 'links');
    const outside = at.linked.main.file('.git', 'outside');
    mkdirSync(outside);
    writeFileSync(path.join(outside, 'precious'), 'mine');
    const { root } = at.linked.tree;
    const script = `mv ${quoted(root)} ${quoted(`${root}-away`)}; ln -s ${quoted(outside)} ${quoted(root)}`;
    assert.equal(slugOf(await removeWhile(script)), 'worktree_changed');
    assert.deepEqual(readdirSync(outside), ['precious']);
    assert.equal(readFileSync(path.join(`${root}-away`, 'a.txt'), 'utf8'), 'one');
    assert.ok(existsSync(path.join(root, 'precious')));
  });

  it('is undone if something is mounted after the last inspection', async function () {
    Mounts.need(this);
    const outside = at.linked.main.file('.git', 'outside');
    mkdirSync(outside);
    writeFileSync(path.join(outside, 'precious'), 'mine');
    const point = at.linked.tree.file('node_modules');
    mkdirSync(point);
    const script = `mount --bind ${quoted(outside)} ${quoted(point)}`;
    try {
      assert.equal(slugOf(await removeWhile(script)), 'worktree_stays');
      assert.deepEqual(readdirSync(point), ['precious']);
    } finally {
      mounts.note(point);
    }
  });

  it('does not move files through a link at the path of the folder for removed worktrees', async function () {
    needs(this, 'links');
    const outside = at.linked.main.file('.git', 'outside');
    mkdirSync(outside);
    symlinkSync(outside, at.linked.main.file('.git', 'mission-control'));
    assert.equal(slugOf(await at.one.remove(true)), 'worktree_stays');
    assert.deepEqual(readdirSync(outside), []);
    assert.ok(existsSync(at.linked.tree.file('a.txt')));
  });

  it('runs no program of the repository’s config, not even when it is undone', async function () {
    needs(this, 'sh');
    const sign = at.linked.main.file('.git', 'ran');
    const hooks = at.linked.main.file('.git', 'hooks');
    mkdirSync(hooks, { recursive: true });
    for (const hook of ['post-checkout', 'reference-transaction', 'post-index-change'])
      writeFileSync(path.join(hooks, hook), `#!/bin/sh\necho ${hook} >>'${sign}'\n`, {
        mode: 0o755,
      });
    for (const [key, value] of [
      ['core.fsmonitor', `echo monitor >>'${sign}'; false`],
      ['core.pager', `echo pager >>'${sign}'`],
      ['filter.evil.clean', `echo clean >>'${sign}'`],
      ['core.sshCommand', `echo ssh >>'${sign}'`],
      ['core.hooksPath', hooks],
      ['core.alternateRefsCommand', `echo alternates >>'${sign}'`],
    ] as const)
      at.linked.main.git('config', key, value);
    writeFileSync(at.linked.main.file('.git', 'info', 'attributes'), '* filter=evil\n');
    at.linked.tree.write('.env', 'SECRET=1');
    const gone = await at.one.removed(true);
    assert.equal(existsSync(sign) && readFileSync(sign, 'utf8'), false);
    assert.deepEqual(await at.one.undo(gone), { missing: [] });
    assert.equal(existsSync(sign) && readFileSync(sign, 'utf8'), false);
  });

  describe('and its saved files', () => {
    const git = (): WorktreeGit =>
      new WorktreeGit({ program: 'git', at: at.linked.main.root, log: at.one.log });
    const common = (): string => at.linked.main.file('.git');
    const daysMs = 86_400_000;
    const old = (id: string): void => {
      mkdirSync(keptFile(id, 'tree'), { recursive: true });
      writeFileSync(keptFile(id, 'tree', 'a.txt'), 'old');
      at.linked.main.git('update-ref', `refs/mission-control/removed/${id}/1`, 'HEAD');
    };

    it('are deleted with their refs by the next removal after thirty days', async () => {
      old('20250101T000000Z-00000000');
      mkdirSync(keptFile('notes'));
      const gone = await at.one.removed();
      assert.deepEqual(readdirSync(keptFile()).toSorted(), [gone.kept?.id, 'notes']);
      const refs = at.linked.main.git('for-each-ref', 'refs/mission-control').trim().split('\n');
      assert.ok(refs.every((ref) => ref.includes(gone.kept?.id ?? '-')));
      await deleteExpiredWorktrees(common(), git(), at.one.log, Date.now() + 29 * daysMs);
      assert.deepEqual(await at.one.undo(gone), { missing: [] });
    });

    it('are deleted earlier once ten other worktrees were removed later', async () => {
      const stamp = new Date().toISOString().slice(0, 10).replaceAll('-', '');
      const ids = Array.from(
        { length: retention.count + 2 },
        (_, index) => `${stamp}T0000${String(index).padStart(2, '0')}Z-00000000`,
      );
      for (const id of ids) old(id);
      await deleteExpiredWorktrees(common(), git(), at.one.log);
      assert.deepEqual(readdirSync(keptFile()).toSorted(), ids.slice(2));
    });

    it('stay with their refs while something is mounted in them', async function () {
      Mounts.need(this);
      const id = '20250101T000000Z-00000000';
      old(id);
      const outside = at.linked.main.file('.git', 'outside');
      mkdirSync(outside);
      writeFileSync(path.join(outside, 'precious'), 'mine');
      mounts.bind(outside, keptFile(id, 'tree', 'share'));
      await deleteExpiredWorktrees(common(), git(), at.one.log);
      assert.deepEqual(readdirSync(outside), ['precious']);
      assert.ok(existsSync(keptFile(id, 'tree', 'a.txt')));
      assert.match(at.linked.main.git('for-each-ref'), new RegExp(id));
      assert.match(at.one.warned.join('\n'), /stays: .*share is mounted/);
    });

    it('never lead to the deletion of an unrelated folder', async function () {
      needs(this, 'links');
      const id = '20250101T000000Z-00000000';
      old(id);
      const outside = at.linked.main.file('.git', 'outside');
      mkdirSync(outside);
      writeFileSync(path.join(outside, 'precious'), 'mine');
      writeFileSync(keptFile(id, 'beside'), outside);
      symlinkSync(outside, keptFile('20250101T000000Z-00000001'));
      await deleteExpiredWorktrees(common(), git(), at.one.log);
      assert.deepEqual(readdirSync(outside), ['precious']);
      assert.ok(!existsSync(keptFile(id)));
    });
  });
});
