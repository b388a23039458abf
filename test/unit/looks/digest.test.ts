import assert from 'node:assert/strict';
import { aBlockedCall, blockedCalls } from '../../support/board/blockedCalls';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { LooksScene, minute, outcome, pull, sceneStart } from '../../support/board/looksScene';

describe('The digest of an absence', () => {
  let home: string;
  let scene: LooksScene;
  beforeEach(async () => {
    home = await tempHome();
    scene = new LooksScene(home);
  });
  afterEach(async () => {
    await scene.looks.close();
    await removeHome(home);
  });

  const away = async (minutes: number): Promise<void> => {
    await scene.first();
    for (const id of ['a', 'b', 'c']) scene.runs(id);
    scene.digest();
    scene.person(false);
    scene.wait(minutes);
  };

  it('counts the results since the person left, the most urgent first', async () => {
    scene.usd = 10;
    await away(30);
    scene.rests('a', outcome(scene.now, { commits: 2, pushed: 'main', pulls: [pull(41)] }));
    scene.rests('b', outcome(scene.now, { tests: { ok: false, failed: 3, stale: false } }));
    scene.wait(10);
    const stoppedAt = new Date(scene.now).toISOString();
    scene.blocks('c');
    scene.usd = 22.3;
    scene.wait(20);
    scene.person(true);
    assert.deepEqual(scene.digest(), {
      since: new Date(sceneStart).toISOString(),
      pullsOpened: 1,
      pullsMerged: 0,
      pushed: 0,
      committed: 0,
      finished: 0,
      failingTests: 1,
      blocked: { count: 1, since: stoppedAt },
      usd: 12.3,
      sessionIds: ['c', 'a', 'b'],
    });
  });

  it('counts the calls that auto mode blocked since the person left', async () => {
    await away(10);
    const calls = [scene.now, sceneStart - minute].map((at) => aBlockedCall(at));
    scene.rests('a', { blocked: blockedCalls(...calls) });
    assert.equal(scene.digest()?.autoBlocked, 1);
  });

  it('counts only new results of a session that had delivered before', async () => {
    await scene.first();
    scene.runs('a');
    scene.rests('a', outcome(scene.now, { commits: 1, pulls: [pull(1)] }));
    await scene.looks.record({ of: 'all' });
    scene.runs('a');
    scene.digest();
    scene.person(false);
    scene.wait(9);
    scene.rests('a', outcome(scene.now, { commits: 3, pulls: [pull(1), pull(2)] }));
    assert.equal(scene.digest()?.pullsOpened, 1);
    scene.person(true);
    assert.equal(scene.digest()?.pullsOpened, 1);
  });

  it('is absent after a short absence or without results', async () => {
    await away(4);
    scene.rests('a');
    scene.person(true);
    assert.equal(scene.digest(), undefined);
    await scene.looks.record({ of: 'all' });
    scene.person(false);
    scene.wait(90);
    scene.person(true);
    assert.equal(scene.digest(), undefined);
  });

  it('stays over further absences until all its sessions were seen', async () => {
    await away(30);
    scene.rests('a');
    scene.rests('b');
    scene.person(true);
    const since = scene.digest()?.since;
    scene.person(false);
    scene.wait(45);
    scene.person(true);
    assert.equal(scene.digest()?.since, since);
    await scene.looks.record({ of: 'sessions', sessionIds: ['a'] });
    assert.deepEqual([scene.digest()?.sessionIds, scene.digest()?.finished], [['b'], 2]);
    await scene.looks.record({ of: 'sessions', sessionIds: ['b'] });
    assert.equal(scene.digest(), undefined);
  });

  it('ends when it is closed; the marks stay, and the next absence has its own digest', async () => {
    await away(30);
    scene.rests('a');
    scene.person(true);
    assert(scene.digest());
    await scene.looks.record({ of: 'digest' });
    assert.equal(scene.digest(), undefined);
    assert.equal(scene.again('a'), true);
    scene.runs('b');
    scene.wait(1);
    scene.person(false);
    scene.wait(10);
    scene.rests('b');
    scene.person(true);
    assert.deepEqual(scene.digest()?.sessionIds, ['b']);
    assert.equal(scene.digest()?.since, new Date(sceneStart + 31 * minute).toISOString());
  });

  it('has no cost while the first count is running', async () => {
    scene.scan = { doneBytes: 1, totalBytes: 2, todayIsKnown: false };
    await away(30);
    scene.rests('a');
    assert(scene.digest());
    assert.equal(scene.digest()?.usd, undefined);
    scene.scan = undefined;
    assert.equal(scene.digest()?.usd, undefined, 'the sum before is not known');
  });

  it('omits dismissed sessions and those that left the board', async () => {
    await away(30);
    scene.rests('a');
    scene.rests('b');
    scene.put('b', { agentState: { group: 'delivered', state: 'archived' } });
    assert.deepEqual(scene.digest()?.sessionIds, ['a']);
    assert.equal(scene.digest()?.finished, 1);
  });

  it('is updated with its sessions while it is shown', async () => {
    await away(30);
    for (const id of ['a', 'b', 'c']) scene.rests(id);
    assert.equal(scene.digest()?.finished, 3);
    scene.rests('b', outcome(scene.now, { tests: { ok: false, failed: 1, stale: false } }));
    assert.equal(scene.digest()?.failingTests, 1);
    scene.blocks('c');
    assert.deepEqual(scene.digest()?.sessionIds, ['c', 'a', 'b']);
    scene.runs('c');
    assert.deepEqual(scene.digest()?.sessionIds, ['a', 'b']);
    assert.equal(scene.digest()?.finished, 1);
  });
});
