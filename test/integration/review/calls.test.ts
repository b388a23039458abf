import assert from 'node:assert/strict';
import { renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { routes } from '../../../src/shared/protocol/protocol';
import { ReviewScene } from '../../support/review/reviewScene';
import type { SceneSession } from '../../support/review/sceneSession';

describe('The calls of a review', function () {
  this.timeout(60_000);
  let scene: ReviewScene;
  let session: SceneSession;

  beforeEach(async () => {
    scene = await ReviewScene.open();
    scene.commit({ 'a.txt': 'one\n', 'secret.txt': 'secret\n' });
    session = scene.session();
    await session.prompt('Change it');
    await session.save('a.txt', 'two\n');
  });
  afterEach(() => scene.close());

  const assertRefused = async (file: string, side = 'after'): Promise<void> => {
    const { status, text } = await scene.askText(session.sessionId, file, side);
    assert.equal(status, 404, file);
    assert.match(text, /not_in_review/u);
    assert.doesNotMatch(text, /secret/u);
  };

  it('return no text before a review, or for a file that is not in it', async () => {
    await session.known();
    await assertRefused(scene.file('a.txt'));
    await scene.review(session);
    assert.deepEqual(await scene.texts(session, 'a.txt'), ['one\n', 'two\n']);
    for (const file of [
      scene.file('secret.txt'),
      'a.txt',
      `${scene.folder}/./a.txt`,
      `${scene.folder}/x/../a.txt`,
      `${scene.file('a.txt')}\0`,
      `${scene.file('a.txt')}/`,
      '/etc/passwd',
      '__proto__',
      path.join(scene.home, 'mission-control', 'key'),
    ])
      await assertRefused(file);
    // The file is only in the review of the whole session.
    const turn = await scene.askText(session.sessionId, scene.file('a.txt'), 'after', 'turn');
    assert.equal(turn.status, 404);
  });

  it('follow no link that replaced a file or its folder', async () => {
    await session.save('src/b.txt', 'mine\n');
    await scene.review(session);
    rmSync(scene.file('a.txt'));
    symlinkSync(scene.file('secret.txt'), scene.file('a.txt'));
    renameSync(scene.file('src'), scene.file('moved'));
    scene.repository.write('else/b.txt', 'secret\n');
    symlinkSync(scene.file('else'), scene.file('src'));
    for (const name of ['a.txt', 'src/b.txt']) {
      const { status, text } = await scene.askText(session.sessionId, scene.file(name), 'after');
      assert.equal(status, 409, name);
      assert.doesNotMatch(text, /secret\\n/u);
    }
  });

  it('refuse malformed requests', async () => {
    await scene.review(session);
    const ask = `${routes.sessions}/${session.sessionId}/review`;
    for (const query of ['', '?scope=', '?scope=week', '/text?scope=all&side=after'])
      assert.equal((await scene.hub.call(`${ask}${query}`)).status, 400, query);
    assert.equal((await scene.askText(session.sessionId, scene.file('a.txt'), 'both')).status, 400);
    assert.equal((await scene.askText(session.sessionId, 'x'.repeat(5_000), 'after')).status, 400);
    assert.equal((await scene.hub.call(ask, { method: 'POST' })).status, 405);
  });

  it('explain what to do about a session that is not on the board', async () => {
    for (const id of ['5e551011-0000-4000-8000-999999999999', '__proto__', '..%2F..%2Fx']) {
      const { status, text } = await scene.ask(id, 'all');
      assert.equal(status, 404, id);
      assert.match(text, /Resume this one first/u);
    }
    const mark = `${routes.sessions}/5e551011-0000-4000-8000-999999999999/reviewed`;
    assert.equal((await scene.hub.post(mark, { reviewed: true })).status, 404);
  });

  it('name other sessions that changed the same file since, and nobody else', async () => {
    const other = scene.session();
    await other.prompt('Another task');
    await other.save('a.txt', 'three\n');
    await other.save('own.txt', 'x\n');
    await other.known();
    const third = scene.session();
    await third.prompt('Nothing in common');
    await third.save('third/a.txt', 'x\n');
    await third.known();
    const others = [{ sessionId: other.sessionId, title: 'Another task' }];
    const expected = { kind: 'changed', against: 'history', added: 1, removed: 1 };
    assert.deepEqual(await scene.files(session), { 'a.txt': { ...expected, others } });
    // A change before the start of this turn does not count as one of somebody else.
    await session.prompt('Once more');
    await session.save('a.txt', 'four\n');
    assert.deepEqual(await scene.files(session, 'turn'), { 'a.txt': expected });
  });

  it('name a person only where no session can have done it', async () => {
    await session.turnEnded();
    await session.known();
    const writeByHand = (): void => {
      const at = scene.step() / 1000;
      writeFileSync(scene.file('a.txt'), 'by hand\n');
      utimesSync(scene.file('a.txt'), at, at);
    };
    const others = async (): Promise<unknown> => (await scene.files(session))['a.txt']?.others;
    assert.equal(await others(), undefined);
    writeByHand();
    assert.deepEqual(await others(), [{}]);
    const busy = scene.session();
    await busy.prompt();
    await busy.save('b.txt', 'x');
    await busy.bash('npm run format', writeByHand);
    await busy.known();
    // The other session's command may have written the file.
    await scene.hub.waitFor(busy.sessionId, ({ lastActivityAt }) =>
      assert.ok(Date.parse(lastActivityAt) >= scene.now),
    );
    assert.equal(await others(), undefined);
  });

  const reviewed = async (isReviewed: boolean): Promise<void> => {
    await scene.hub.waitFor(session.sessionId, (card) =>
      assert.equal(card.reviewed !== undefined, isReviewed),
    );
  };

  it('keep the reviewed mark until the session or a subagent changes something', async () => {
    await session.known();
    await reviewed(false);
    assert.equal((await scene.mark(session)).status, 204);
    await reviewed(true);
    await session.turnEnded();
    await session.prompt('A question');
    await session.turnEnded();
    await reviewed(true);
    await scene.restart();
    await reviewed(true);
    await session.save('a.txt', 'two\nthree\n');
    await reviewed(false);
    await scene.mark(session);
    await reviewed(true);
    await session.subagentSaves('sub1', 'sub.txt', 'x\n');
    await reviewed(false);
    await scene.mark(session);
    await reviewed(true);
    await scene.mark(session, false);
    await reviewed(false);
    await scene.restart();
    await session.known();
    await reviewed(false);
  });

  it('refuse the mark if something changed since the person saw the review', async () => {
    const seen = (await scene.review(session)).changedAt;
    assert.equal((await scene.mark(session, true, seen)).status, 204);
    await reviewed(true);
    await session.save('a.txt', 'unseen\n');
    await reviewed(false);
    const answer = await scene.mark(session, true, seen);
    assert.equal(answer.status, 409);
    assert.match(answer.text, /changed_since/u);
    await scene.mark(session, true, (await scene.review(session)).changedAt);
    await reviewed(true);
    assert.equal((await scene.mark(session, false, seen)).status, 204);
  });

  it('return an empty review for a session without changes', async () => {
    const other = scene.session();
    await other.prompt('A question');
    await scene.hub.waitFor(other.sessionId, ({ title }) => assert.equal(title, 'A question'));
    const answer = await scene.mark(other);
    assert.equal(answer.status, 409);
    assert.match(answer.text, /nothing_changed/u);
    const review = await scene.review(other);
    assert.deepEqual(review.files, []);
    assert.equal(review.changedAt, undefined);
  });
});
