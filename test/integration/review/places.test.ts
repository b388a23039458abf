import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, realpath } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { BasedTrees, blobsOf } from '../../../src/extension/hub/review/workTrees';
import { GitRepository } from '../../support/git/gitRepository';
import { ReviewScene, type ReviewSceneOptions } from '../../support/review/reviewScene';
import { skip } from '../../support/skip';

describe('The review of files at unusual paths', function () {
  this.timeout(60_000);
  let scene: ReviewScene | undefined;
  const folders: string[] = [];

  afterEach(async () => {
    await scene?.close();
    scene = undefined;
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  async function open(options?: ReviewSceneOptions): Promise<ReviewScene> {
    scene = await ReviewScene.open(options);
    return scene;
  }

  async function emptyFolder(): Promise<string> {
    const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'mc-review-')));
    folders.push(folder);
    return folder;
  }

  it('supports names with spaces, letters of all scripts and symbols', async () => {
    const here = await open();
    const names = [
      'ä ö.txt',
      'with  space.txt',
      '漢字/😀.txt',
      "it's-[a]-*.txt",
      '-dash.txt',
      '..cache/x.txt',
      'a\tb',
    ];
    here.commit(Object.fromEntries(names.map((name) => [name, 'one\n'])));
    const session = here.session({ history: false });
    await session.prompt();
    for (const name of names) await session.save(name, 'two\n');
    const files = await here.files(session);
    for (const name of names) {
      const expected = { kind: 'changed', against: 'commit', added: 1, removed: 1 };
      assert.deepEqual(files[name], expected, name);
      assert.deepEqual(await here.texts(session, name), ['one\n', 'two\n'], name);
    }
  });

  it('does not list a file as new if git cannot report its previous content', async function () {
    if (process.platform === 'win32') skip(this, 'Windows has no such names');
    const here = await open();
    here.commit({ Icon: 'another\n', 'Icon\r': 'one\n', 'a\nb': 'one\n' });
    const session = here.session({ history: false });
    await session.prompt();
    for (const name of ['Icon\r', 'a\nb']) await session.save(name, 'two\n');
    const unknown = { kind: 'new', against: 'nothing', added: 1, removed: 0 };
    assert.deepEqual(await here.files(session), { 'Icon\r': unknown, 'a\nb': unknown });
    const trees = new BasedTrees(Date.now(), [], undefined, () => Promise.resolve('/bin/false'));
    const tree = await trees.of(here.folder);
    assert.ok(tree);
    const [blobs] = await blobsOf({ ...tree, base: { id: here.head } }, ['Icon']);
    assert.equal(blobs?.isBaseKnown, false);
  });

  it('reports executable files, and offers no link and no file of git for restoring', async function () {
    if (process.platform === 'win32') skip(this, 'Windows has no such files');
    const here = await open();
    here.repository.write('run.sh', 'echo\n');
    chmodSync(here.file('run.sh'), 0o755);
    symlinkSync('run.sh', here.file('link'));
    here.commit({ ':(top)x.sh': 'one\n' });
    const session = here.session({ history: false });
    await session.prompt();
    await session.edit('run.sh', 'echo', 'echo 1');
    await session.remove('run.sh');
    rmSync(here.file('link'));
    await session.save('link', 'two\n');
    await session.save(':(top)x.sh', 'two\n');
    await session.save('.git/description', 'Mine\n');
    const unknown = { kind: 'new', against: 'nothing', added: 1, removed: 0 };
    assert.deepEqual(await here.files(session), {
      'run.sh': { kind: 'deleted', against: 'commit', executable: true, added: 0, removed: 1 },
      link: unknown,
      ':(top)x.sh': { kind: 'changed', against: 'commit', added: 1, removed: 1 },
      '.git/description': unknown,
    });
  });

  it('compares with the line ends that git writes into the work tree', async () => {
    const here = await open();
    here.repository.git('config', 'core.autocrlf', 'true');
    here.commit({
      'a.txt': 'one\r\ntwo\r\n',
      'same.txt': 'x\r\n',
      '.gitattributes': '*.utf binary\n',
    });
    const session = here.session({ history: false });
    await session.prompt();
    await session.edit('a.txt', 'two', 'three');
    await session.save('same.txt', 'y\r\n');
    await session.save('same.txt', 'x\r\n');
    assert.deepEqual(await here.files(session), {
      'a.txt': { kind: 'changed', against: 'commit', added: 1, removed: 1 },
    });
    assert.deepEqual(await here.texts(session, 'a.txt'), ['one\r\ntwo\r\n', 'one\r\nthree\r\n']);
  });

  it('never runs a filter that the repository names', async () => {
    const here = await open();
    const mark = path.join(await emptyFolder(), 'ran');
    here.commit({ 'a.txt': 'one\n', '.gitattributes': '*.txt filter=bad diff=bad\n' });
    for (const key of ['filter.bad.smudge', 'filter.bad.clean', 'diff.bad.textconv'])
      here.repository.git('config', key, `touch ${mark}; cat`);
    const session = here.session({ history: false });
    await session.prompt();
    writeFileSync(here.file('a.txt'), 'one\n');
    await session.save('a.txt', 'two\n');
    await session.save('b.md', 'plain\n');
    assert.deepEqual(await here.files(session), {
      'a.txt': { kind: 'changed', against: 'commit', filtered: true, added: 1, removed: 1 },
      'b.md': { kind: 'new', against: 'commit', added: 1, removed: 0 },
    });
    assert.deepEqual(await here.texts(session, 'a.txt'), ['one\n', 'two\n']);
    assert.throws(() => execFileSync('cat', [mark], { stdio: 'ignore' }));
  });

  it('identifies a file by its real path, through any link', async () => {
    const here = await open();
    here.commit({ 'src/a.txt': 'one\n' });
    const link = path.join(await emptyFolder(), 'link');
    symlinkSync(here.folder, link);
    const session = here.session({ cwd: link });
    await session.prompt();
    await session.save('src/a.txt', 'two\n');
    await session.save('src/a.txt', 'three\n', here.file('src/a.txt'));
    const { files, top } = await here.review(session);
    assert.equal(top, here.folder);
    assert.deepEqual(
      files.map((file) => file.path),
      [here.file('src/a.txt')],
    );
    assert.deepEqual(await here.texts(session, 'src/a.txt'), ['one\n', 'three\n']);
  });

  it('compares files of linked work trees and submodules with commits of their own', async () => {
    const here = await open();
    const library = await emptyFolder();
    const source = new GitRepository(library);
    source.init();
    source.commit('lib.txt', 'one\n');
    here.commit({ 'a.txt': 'one\n' });
    here.git('submodule', '--quiet', 'add', library, 'vendor/lib');
    here.commit({}, 'Library');
    here.git('worktree', 'add', '-q', '-b', 'side', '.claude/worktrees/side');
    here.repository.write('.claude/worktrees/side/a.txt', 'side\n');
    here.repository
      .at(here.file('.claude/worktrees/side'))
      .gitAt(here.step(), 'commit', '-qam', 'S');
    const session = here.session({ history: false });
    await session.prompt();
    await session.save('a.txt', 'two\n');
    await session.save('.claude/worktrees/side/a.txt', 'two\n');
    await session.save('vendor/lib/lib.txt', 'two\n');
    const files = await here.files(session);
    const expected = { kind: 'changed', against: 'commit', added: 1, removed: 1 };
    assert.deepEqual(files, {
      '.claude/worktrees/side/a.txt': expected,
      'a.txt': expected,
      'vendor/lib/lib.txt': expected,
    });
    const before = async (name: string): Promise<string> => (await here.texts(session, name))[0];
    assert.equal(await before('.claude/worktrees/side/a.txt'), 'side\n');
    assert.equal(await before('vendor/lib/lib.txt'), 'one\n');
    const inTree = here.session({ cwd: here.file('.claude/worktrees/side'), history: false });
    await inTree.prompt();
    await inTree.save('b.txt', 'b\n');
    const review = await here.review(inTree);
    assert.equal(review.top, here.file('.claude/worktrees/side'));
    assert.equal(review.branch, 'side');
    assert.deepEqual(
      review.files.map(({ name }) => name),
      ['b.txt'],
    );
    // Files that disappear with their work tree do not count as deleted.
    here.repository.git('worktree', 'remove', '--force', '.claude/worktrees/side');
    const { files: left, more } = await here.review(inTree);
    assert.deepEqual([left, more], [[], 1]);
  });

  it('reads repositories with long object names', async function () {
    const folder = await emptyFolder();
    let isThere = true;
    try {
      execFileSync('git', ['init', '-q', '--object-format=sha256', folder], { stdio: 'ignore' });
    } catch {
      isThere = false;
    }
    if (!isThere) skip(this, 'this git knows no SHA-256');
    const here = await open({ init: ['--object-format=sha256'] });
    const base = here.commit({ 'a.txt': 'one\n' });
    assert.equal(base.length, 64);
    const session = here.session({ history: false });
    await session.prompt();
    await session.save('a.txt', 'two\n');
    assert.equal((await here.review(session)).commit, base);
    assert.deepEqual(await here.texts(session, 'a.txt'), ['one\n', 'two\n']);
  });

  it('lists all files as new in a repository without a commit, even after the first one', async () => {
    const here = await open();
    const session = here.session({ history: false });
    await session.prompt();
    await session.save('a.txt', 'one\n');
    const expected = { kind: 'new', against: 'commit', added: 1, removed: 0 };
    assert.deepEqual(await here.files(session), { 'a.txt': expected });
    await session.commit();
    assert.deepEqual(await here.files(session), { 'a.txt': { ...expected, committed: true } });
    assert.equal((await here.review(session)).commit, undefined);
  });

  it('uses the session’s commits if there is no reflog', async () => {
    const here = await open();
    here.repository.git('config', 'core.logAllRefUpdates', 'false');
    const base = here.commit({ 'a.txt': 'one\n' });
    const session = here.session({ history: false });
    await session.prompt();
    await session.save('a.txt', 'two\n');
    assert.equal((await here.review(session)).commit, base);
    await session.commit();
    await session.save('a.txt', 'three\n');
    await session.commit();
    assert.equal((await here.review(session)).commit, base);
    assert.deepEqual(await here.texts(session, 'a.txt'), ['one\n', 'three\n']);
  });

  it('shows the client’s copies outside of git, and the complete file without a copy', async () => {
    const here = await open({ git: false });
    writeFileSync(here.file('a.txt'), 'one\n');
    const session = here.session();
    await session.prompt();
    await session.save('a.txt', 'two\n');
    await session.save('b.txt', 'new\n');
    const review = await here.review(session);
    assert.equal(review.top, undefined);
    assert.equal(review.commit, undefined);
    assert.deepEqual(await here.files(session), {
      'a.txt': { kind: 'changed', against: 'history', added: 1, removed: 1 },
      'b.txt': { kind: 'new', against: 'history', added: 1, removed: 0 },
    });
    assert.deepEqual(await here.texts(session, 'a.txt'), ['one\n', 'two\n']);
    const other = here.session({ history: false });
    await other.prompt();
    await other.save('c.txt', 'c\n');
    await other.save('gone.txt', 'g\n');
    await other.remove('gone.txt');
    assert.deepEqual(await here.files(other), {
      'c.txt': { kind: 'new', against: 'nothing', added: 1, removed: 0 },
      'gone.txt': { kind: 'deleted', against: 'nothing', unreadable: 'gone' },
    });
  });

  it('falls back to the commit if a copy is missing or a subagent changed the file', async () => {
    const here = await open();
    here.commit({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
    const session = here.session();
    await session.prompt();
    await session.subagentSaves('sub1', 'b.txt', 'by the subagent\n');
    await session.save('b.txt', 'by both\n');
    await session.save('a.txt', 'two\n');
    const expected = { kind: 'changed', added: 1, removed: 1 } as const;
    assert.deepEqual(await here.files(session), {
      'a.txt': { ...expected, against: 'history' },
      'b.txt': { ...expected, against: 'commit' },
    });
    const copies = path.join(here.home, 'file-history');
    renameSync(copies, `${copies}.away`);
    assert.deepEqual((await here.files(session))['a.txt'], { ...expected, against: 'commit' });
  });

  it('lists files outside of the project by their full path', async () => {
    const here = await open();
    here.commit({ 'a.txt': 'x' });
    const folder = await emptyFolder();
    const session = here.session();
    await session.prompt();
    await session.save(path.join(folder, 'far.txt'), 'far\n');
    mkdirSync(path.join(here.home, 'plans'));
    await session.save(path.join(here.home, 'plans', 'plan.md'), 'A plan\n');
    assert.deepEqual(Object.keys(await here.files(session)), [path.join(folder, 'far.txt')]);
    assert.equal((await here.review(session)).more, 0);
  });
});
