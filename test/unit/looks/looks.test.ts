import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { until } from '../../support/until';
import { LooksScene, minute, outcome, pull, sceneStart } from '../../support/board/looksScene';
import { waitFixedTime } from '../../support/waitFixedTime';

describe('Looks', () => {
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

  describe('a session', () => {
    it('is unseen once it became idle or stopped, and not while it works', async () => {
      await scene.first();
      assert.equal(scene.runs('a'), false);
      scene.wait(1);
      assert.equal(scene.rests('a'), true);
      scene.wait(1);
      assert.equal(scene.runs('a'), false);
      assert.equal(scene.blocks('a'), true);
    });

    it('is seen once a person saw it, until it becomes idle again', async () => {
      await scene.first();
      scene.runs('a');
      scene.wait(1);
      assert.equal(scene.rests('a'), true);
      scene.wait(1);
      await scene.looks.record({ of: 'sessions', sessionIds: ['a'] });
      assert.deepEqual(scene.touched, ['a']);
      assert.equal(scene.again('a'), false);
      scene.wait(1);
      scene.runs('a');
      scene.wait(1);
      assert.equal(scene.rests('a'), true);
    });

    it('stays seen if a person watched it or has it in front', async () => {
      await scene.first();
      scene.watched.add('a');
      for (const id of ['a', 'b']) scene.runs(id);
      scene.wait(1);
      assert.deepEqual([scene.rests('a'), scene.rests('b')], [false, true]);
      scene.person(true, ['b']);
      assert.equal(scene.again('b'), false);
    });

    it('becomes unseen if nobody was present', async () => {
      await scene.first();
      scene.watched.add('a');
      scene.runs('a');
      scene.person(false);
      scene.wait(1);
      assert.equal(scene.rests('a'), true);
      scene.person(true);
      assert.equal(scene.again('a'), true, 'to come back to the board is no look');
    });

    it('stays seen if a person interrupted, dismissed, started, resumed or closed it', async () => {
      await scene.first();
      scene.runs('a');
      scene.wait(1);
      const interrupted = { agentState: { group: 'needs_you', state: 'interrupted' } } as const;
      assert.equal(scene.put('a', interrupted), false);
      assert.equal(scene.rests('new'), false);
      scene.runs('b');
      scene.wait(1);
      assert.equal(scene.rests('b'), true);
      assert.equal(
        scene.put('b', { agentState: { group: 'delivered', state: 'archived' } }),
        false,
      );
      scene.wait(1);
      assert.equal(scene.rests('b'), false);
      scene.wait(1);
      assert.equal(scene.ends('b'), false);
      assert.equal(scene.rests('b'), false);
    });

    it('stays seen if its client compacted while idle', async () => {
      await scene.first();
      scene.runs('a');
      scene.wait(1);
      scene.rests('a');
      scene.wait(1);
      scene.put('b', { agentState: { group: 'needs_you', state: 'awaiting_input' } });
      await scene.looks.record({ of: 'all' });
      const compacting = { agentState: { group: 'autonomous', state: 'compacting' } } as const;
      scene.wait(50);
      assert.deepEqual([scene.put('a', compacting), scene.put('b', compacting)], [false, false]);
      scene.wait(1);
      const asking = { group: 'needs_you', state: 'awaiting_input' } as const;
      assert.deepEqual([scene.rests('a'), scene.put('b', { agentState: asking })], [false, false]);
      // Without hooks it appeared busy although it has been idle since the end of its last turn.
      scene.runs('a');
      const stateSince = new Date(sceneStart).toISOString();
      const idle = { group: 'needs_you', state: 'idle', source: 'registry' } as const;
      assert.equal(scene.put('a', { stateSince, agentState: idle }), false);
    });

    it('becomes unseen again by a result that it delivers while idle', async () => {
      await scene.first();
      scene.runs('a');
      scene.rests('a', outcome(scene.now, { pulls: [pull(1)] }));
      await scene.looks.record({ of: 'all' });
      assert.equal(scene.again('a'), false);
      scene.wait(3);
      const merged = { pulls: [{ ...pull(1), state: 'merged' as const }] };
      const stateSince = new Date(sceneStart).toISOString();
      assert.equal(scene.rests('a', { stateSince, ...outcome(scene.now, merged) }), true);
    });

    it('becomes idle no earlier than it was observed working, whatever the evidence says', async () => {
      await scene.first();
      scene.runs('a');
      scene.wait(10);
      scene.runs('a');
      await scene.looks.record({ of: 'all' });
      scene.wait(1);
      scene.runs('a');
      const stateSince = new Date(sceneStart).toISOString();
      const agentState = { group: 'needs_you', state: 'over_budget' } as const;
      assert.equal(scene.put('a', { agentState, stateSince }), true);
    });
  });

  describe('after a restart', () => {
    it('treats everything as seen if nothing was stored', async () => {
      scene.wait(-60);
      scene.rests('a');
      scene.wait(60);
      await scene.looks.load();
      assert.equal(scene.again('a'), false);
      scene.looks.trust();
      assert.equal(scene.again('a'), false);
    });

    it('still knows which sessions were seen', async () => {
      await scene.first();
      for (const id of ['a', 'b']) scene.runs(id);
      scene.wait(1);
      for (const id of ['a', 'b']) scene.rests(id);
      await scene.looks.record({ of: 'sessions', sessionIds: ['a'] });
      scene.wait(1);
      await scene.restart();
      assert.deepEqual([scene.again('a'), scene.again('b')], [false, true]);
      scene.looks.trust();
      assert.deepEqual([scene.again('a'), scene.again('b')], [false, true]);
    });

    it('marks sessions that became idle meanwhile, but not those that ended with a window', async () => {
      await scene.first();
      scene.runs('worked');
      scene.runs('rested');
      scene.rests('rested');
      await scene.looks.record({ of: 'all' });
      await scene.restart();
      scene.wait(20);
      assert.equal(scene.ends('rested'), false);
      assert.equal(scene.ends('worked'), true);
      assert.equal(scene.rests('new'), true);
    });

    it('marks a session that became idle meanwhile, even if its prompt is read last', async () => {
      await scene.first();
      await scene.restart();
      scene.wait(20);
      const { lastPrompt: _none, ...bare } = scene.rested('new');
      assert.equal(scene.looks.isUnseen(bare), false);
      assert.equal(scene.again('new'), true);
    });

    it('does not mark a session again for different evidence of the same idle state', async () => {
      await scene.first();
      scene.runs('a');
      scene.rests('a');
      await scene.looks.record({ of: 'all' });
      await scene.restart();
      scene.wait(2);
      const stateSince = new Date(sceneStart + 3_000).toISOString();
      scene.runs('a'); // The session may appear running while transcripts are being read.
      assert.equal(scene.rests('a', { stateSince }), false);
    });

    it('sets a damaged file aside and treats everything as seen', async () => {
      await fs.writeFile(path.join(home, 'looks.json'), '{ nonsense');
      await scene.looks.load();
      assert.match(String(scene.errors), /set aside/u);
      assert.equal(scene.rests('a', { stateSince: new Date(sceneStart - 1).toISOString() }), false);
    });

    it('reports an absence that began before the restart to a person who is present early', async () => {
      await scene.first();
      scene.usd = 5;
      scene.runs('a');
      scene.wait(2);
      scene.person(true);
      await scene.looks.close();
      scene.wait(3);
      // The hub was killed: the person's presence was last stored after two minutes.
      await scene.restart(false);
      scene.wait(60);
      scene.usd = 7;
      scene.person(true);
      scene.watched.add('a');
      scene.rests('a');
      scene.looks.trust();
      assert.equal(scene.digest()?.since, new Date(sceneStart + 2 * minute).toISOString());
      assert.deepEqual(scene.digest()?.sessionIds, ['a']);
      assert.equal(scene.digest()?.usd, 2);
    });
  });

  it('drops times in the future when the clock is set back', async () => {
    await scene.first();
    scene.wait(120);
    scene.runs('a');
    scene.rests('a');
    await scene.looks.record({ of: 'all' });
    scene.wait(-120);
    scene.runs('a');
    scene.wait(1);
    assert.equal(scene.rests('a'), true);
  });

  it('writes the first of many changes at once, and the others together at the end', async () => {
    const busy = new LooksScene(home, 60 * minute);
    const storedIds = async (): Promise<readonly string[]> => {
      const text = await fs.readFile(path.join(home, 'looks.json'), 'utf8');
      return Object.keys((JSON.parse(text) as { readonly sessions: object }).sessions);
    };
    await busy.looks.load();
    busy.runs('a');
    await until(storedIds, (ids) => assert.deepEqual(ids, ['a']));
    for (const id of ['b', 'c', 'd']) busy.runs(id);
    await waitFixedTime(50);
    assert.deepEqual(await storedIds(), ['a']);
    await busy.looks.close();
    assert.deepEqual(await storedIds(), ['a', 'b', 'c', 'd']);
  });
});
