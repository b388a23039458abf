import assert from 'node:assert/strict';
import { ReviewScene } from '../../support/review/reviewScene';

describe('The review of a session in a repository', function () {
  this.timeout(60_000);
  let scene: ReviewScene;

  beforeEach(async () => {
    scene = await ReviewScene.open();
  });
  afterEach(() => scene.close());

  it('compares the files of a session with the commit at its start', async () => {
    const base = scene.commit({ 'a.txt': 'one\ntwo\n', 'gone.txt': 'away\n', 'other.txt': 'x\n' });
    const session = scene.session({ history: false });
    await session.prompt('Change the files');
    await session.edit('a.txt', 'two', 'three');
    await session.save('new.txt', 'n\n');
    await session.edit('gone.txt', 'away', 'far');
    await session.remove('gone.txt');
    scene.repository.write('other.txt', 'by somebody else\n');
    const review = await scene.review(session);
    assert.equal(review.top, scene.folder);
    assert.equal(review.branch, 'main');
    assert.equal(review.commit, base);
    assert.equal(review.message, 'Change the files');
    assert.equal(review.more, 0);
    assert.deepEqual(await scene.files(session), {
      'a.txt': { kind: 'changed', against: 'commit', added: 1, removed: 1 },
      'gone.txt': { kind: 'deleted', against: 'commit', added: 0, removed: 1 },
      'new.txt': { kind: 'new', against: 'commit', added: 1, removed: 0 },
    });
    assert.deepEqual(await scene.texts(session, 'a.txt'), ['one\ntwo\n', 'one\nthree\n']);
    assert.deepEqual(await scene.texts(session, 'gone.txt'), ['away\n', '']);
    assert.deepEqual(await scene.texts(session, 'new.txt'), ['', 'n\n']);
  });

  it('covers the last turn with changes', async () => {
    scene.commit({ 'a.txt': '1\n', 'b.txt': '1\n' });
    const session = scene.session({ history: false });
    await session.prompt('First');
    await session.save('a.txt', '2\n');
    await session.turnEnded();
    const base = scene.commit({}, 'By a person');
    await session.prompt('Second');
    await session.save('b.txt', '2\n');
    await session.turnEnded();
    assert.deepEqual(Object.keys(await scene.files(session, 'turn')), ['b.txt']);
    assert.deepEqual(Object.keys(await scene.files(session)), ['a.txt', 'b.txt']);
    await session.prompt('Third: only a question');
    await session.turnEnded();
    const review = await scene.review(session, 'turn');
    assert.deepEqual(
      review.files.map(({ name }) => name),
      ['b.txt'],
    );
    assert.equal(review.commit, base);
  });

  it('keeps its base over commits, an amendment, a rebase and a switch of the branch', async () => {
    const base = scene.commit({ 'a.txt': '1\n' });
    scene.git('branch', 'side');
    const session = scene.session({ history: false });
    await session.prompt();
    await session.save('a.txt', '2\n');
    await session.commit();
    const isBase = async (): Promise<void> => {
      assert.equal((await scene.review(session)).commit, base);
      assert.deepEqual(await scene.files(session), {
        'a.txt': { kind: 'changed', against: 'commit', added: 1, removed: 1, committed: true },
      });
    };
    await isBase();
    scene.git('commit', '-q', '--amend', '-m', 'Another message');
    await isBase();
    scene.git('checkout', '-q', 'side');
    scene.commit({ 'c.txt': 'x' });
    scene.git('checkout', '-q', 'main');
    scene.git('rebase', '-q', 'side');
    await isBase();
    scene.git('checkout', '-q', '-b', 'third');
    await isBase();
    await session.save('a.txt', '3\n');
    assert.equal((await scene.files(session))['a.txt']?.committed, undefined);
  });

  it('shows the exact content before the first edit if the client stored it', async () => {
    scene.commit({ 'a.txt': 'old\n' });
    scene.repository.write('a.txt', 'by a person\n');
    scene.repository.write('notes.txt', 'never committed\n');
    const session = scene.session();
    await session.prompt();
    await session.save('a.txt', 'by a person\nby the agent\n');
    await session.save('notes.txt', 'never committed\nmore\n');
    await session.save('new.txt', 'n\n');
    assert.deepEqual(await scene.files(session), {
      'a.txt': { kind: 'changed', against: 'history', added: 1, removed: 0 },
      'new.txt': { kind: 'new', against: 'history', added: 1, removed: 0 },
      'notes.txt': { kind: 'changed', against: 'history', added: 1, removed: 0 },
    });
    assert.deepEqual(await scene.texts(session, 'notes.txt'), [
      'never committed\n',
      'never committed\nmore\n',
    ]);
    await session.turnEnded();
    scene.repository.write('a.txt', 'by hand between turns\n');
    await session.prompt('Second');
    await session.edit('a.txt', 'by hand', 'by the agent');
    assert.deepEqual(Object.keys(await scene.files(session, 'turn')), ['a.txt']);
    assert.deepEqual(await scene.texts(session, 'a.txt', 'turn'), [
      'by hand between turns\n',
      'by the agent between turns\n',
    ]);
    await scene.review(session);
    assert.deepEqual(await scene.texts(session, 'a.txt'), [
      'by a person\n',
      'by the agent between turns\n',
    ]);
  });

  it('omits unchanged files', async () => {
    scene.commit({ 'a.txt': '1\n' });
    const session = scene.session({ history: false });
    await session.prompt();
    await session.save('a.txt', '2\n');
    await session.save('a.txt', '1\n');
    await session.save('short.txt', 'x\n');
    await session.remove('short.txt');
    assert.deepEqual(await scene.files(session), {});
  });

  it('pairs a deleted file with a new one of the same content if that is unambiguous', async () => {
    scene.commit({ 'a.txt': 'content\n', 'b.txt': 'same\n', 'c.txt': 'same\n' });
    const session = scene.session({ history: false });
    await session.prompt();
    for (const name of ['a', 'b', 'c']) {
      await session.edit(`${name}.txt`, '\n', '.\n');
      await session.remove(`${name}.txt`);
    }
    await session.save('to/z.txt', 'content\n');
    await session.save('to/y.txt', 'same\n');
    assert.deepEqual(await scene.files(session), {
      'b.txt': { kind: 'deleted', against: 'commit', added: 0, removed: 1 },
      'c.txt': { kind: 'deleted', against: 'commit', added: 0, removed: 1 },
      'to/y.txt': { kind: 'new', against: 'commit', added: 1, removed: 0 },
      'to/z.txt': {
        kind: 'renamed',
        from: scene.file('a.txt'),
        against: 'commit',
        added: 0,
        removed: 0,
      },
    });
    assert.deepEqual(await scene.texts(session, 'to/z.txt'), ['content\n', 'content\n']);
  });

  it('detects renames by git, before or after the edit', async () => {
    const text = Array.from({ length: 30 }, (_, line) => `line ${line}\n`).join('');
    scene.commit({ 'a.txt': text, 'b.txt': text.toUpperCase(), 'c.txt': `${text}c\n` });
    const session = scene.session({ history: false });
    await session.prompt();
    await session.bash('git mv a.txt to/a.txt', () => {
      scene.repository.write('to/x', '');
      scene.repository.git('mv', 'a.txt', 'to/a.txt');
    });
    await session.edit('to/a.txt', 'line 7', 'another line');
    await session.edit('b.txt', 'LINE 8', 'another line');
    await session.bash('git mv b.txt to/b.txt', () =>
      scene.repository.git('mv', 'b.txt', 'to/b.txt'),
    );
    // A rename by somebody else, which is not part of this session's changes.
    scene.repository.git('mv', 'c.txt', 'to/c.txt');
    const expected = { kind: 'renamed', against: 'commit', added: 1, removed: 1 };
    const files = {
      'to/a.txt': { ...expected, from: scene.file('a.txt') },
      'to/b.txt': { ...expected, from: scene.file('b.txt') },
    };
    assert.deepEqual(await scene.files(session), files);
    const [before, after] = await scene.texts(session, 'to/b.txt');
    assert.equal(before, text.toUpperCase());
    assert.equal(after, text.toUpperCase().replace('LINE 8', 'another line'));
    await session.commit();
    assert.deepEqual(await scene.files(session), {
      'to/a.txt': { ...files['to/a.txt'], committed: true },
      'to/b.txt': { ...files['to/b.txt'], committed: true },
    });
  });

  it('gives the reason why binary and large files have no text', async () => {
    const large = 'x'.repeat(5 * 1024 * 1024 + 1);
    scene.commit({ 'a.bin': 'a\0b', 'large.txt': large, 'grows.txt': 'small' });
    const session = scene.session({ history: false });
    await session.prompt();
    await session.save('a.bin', 'a\0c');
    await session.save('same.bin', 'x\0');
    await session.remove('same.bin');
    await session.edit('large.txt', 'x', 'y');
    await session.save('grows.txt', large);
    assert.deepEqual(await scene.files(session), {
      'a.bin': { kind: 'changed', against: 'commit', unreadable: 'binary' },
      'grows.txt': { kind: 'changed', against: 'commit', unreadable: 'large' },
      'large.txt': { kind: 'changed', against: 'commit', unreadable: 'large' },
    });
    const answer = await scene.askText(session.sessionId, scene.file('a.bin'), 'before');
    assert.equal(answer.status, 409);
    assert.match(answer.text, /no_text/);
  });
});
