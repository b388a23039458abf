import assert from 'node:assert/strict';
import { createExtensionApi, type ExtensionApi } from '../../../src/extension/api/extensionApi';
import type { Layer, MissionControlApi } from '../../../src/shared/api/missionControl';
import { ApiBench, aView } from '../../support/fakes/apiParts';
import { aSession } from '../../support/sessionBuilder';
import { until } from '../../support/until';
import { waitFixedTime } from '../../support/waitFixedTime';

const id = 'acme.deploys';

describe('A layer of another extension', () => {
  let bench: ApiBench;
  let opened: ExtensionApi;
  let api: MissionControlApi;

  beforeEach(() => {
    bench = new ApiBench();
    for (const sessionId of ['a', 'b']) show(sessionId);
    opened = createExtensionApi(bench.parts);
    api = opened.exports.getAPI(1);
  });
  afterEach(() => opened.dispose());

  /** Puts a session on the board, in that turn. */
  function show(sessionId: string, turn = 1): void {
    bench.views.set(sessionId, aView(sessionId, { turn }));
    bench.board.put(aSession({ sessionId, cost: { totalUsd: turn } }));
  }
  const byTurn: Layer = {
    id,
    interpret: ({ turn }) => (turn > 0 ? { label: `Turn ${turn}` } : undefined),
  };
  const offers = (...labels: readonly string[]): Promise<unknown> =>
    until(
      () => [...bench.offered].sort(),
      (offered) => assert.deepEqual(offered, labels),
    );
  const waitForProblem = (problem: RegExp): Promise<unknown> =>
    until(
      () => bench.told,
      (messages) => {
        assert.equal(messages.length, 1);
        assert.match(messages[0] ?? '', problem);
      },
    );

  it('says something of each session, and again when its view is another', async () => {
    const layer = api.registerLayer(byTurn);
    await offers('acme.deploys a: Turn 1', 'acme.deploys b: Turn 1');
    show('a', 2);
    show('c', 3);
    await offers('acme.deploys a: Turn 2', 'acme.deploys b: Turn 1', 'acme.deploys c: Turn 3');
    show('b', 0);
    bench.board.remove('c');
    await offers('acme.deploys a: Turn 2');
    layer.dispose();
    await offers();
  });

  it('is not asked again for a view that is the same', async () => {
    const seen: string[] = [];
    api.registerLayer({ id, interpret: ({ sessionId }) => void seen.push(sessionId) });
    await until(
      () => seen,
      (all) => assert.deepEqual([...all].sort(), ['a', 'b']),
    );
    bench.board.put(aSession({ sessionId: 'a', title: 'The board has this, the view does not' }));
    await until(
      () => bench.asked.length,
      (calls) => assert.equal(calls, 2),
    );
    await waitFixedTime(50);
    assert.equal(seen.length, 2);
  });

  it('costs the hub nothing where none is registered', async () => {
    show('a', 2);
    await waitFixedTime(300);
    assert.deepEqual(bench.asked, []);
    api.registerLayer(byTurn).dispose();
    show('a', 3);
    await waitFixedTime(300);
    assert.deepEqual(bench.asked, []);
  });

  it('shares the views with others, a hundred sessions in each call', async () => {
    for (let at = 0; at < 250; at++) show(`s${at}`);
    api.registerLayer(byTurn);
    await until(
      () => bench.offered.length,
      (count) => assert.equal(count, 252),
    );
    const calls = bench.asked.map(({ length }) => length);
    assert.deepEqual(calls, [100, 100, 52]);
    api.registerLayer({ ...byTurn, id: 'acme.other' });
    await until(
      () => bench.offered.length,
      (count) => assert.equal(count, 504),
    );
    assert.equal(bench.asked.length, 3);
  });

  it('gets what it missed when the hub is there again', async () => {
    bench.hubIsGone = true;
    api.registerLayer(byTurn);
    await waitFixedTime(100);
    bench.hubIsGone = false;
    await offers('acme.deploys a: Turn 1', 'acme.deploys b: Turn 1');
  });

  it('is switched off after three throws, and the person is told once', async () => {
    const seen: string[] = [];
    for (const sessionId of ['c', 'd', 'e']) show(sessionId);
    api.registerLayer({
      id,
      interpret: ({ sessionId }) => {
        seen.push(sessionId);
        if (sessionId === 'a') return { label: 'Good' };
        throw new Error('the layer breaks');
      },
    });
    await waitForProblem(/^The labels of acme\.deploys are switched off .*: it failed 3 times\.$/);
    await waitFixedTime(150);
    assert.equal(seen.length, 4);
    assert.deepEqual(bench.offered, []);
    assert.equal(bench.logged.filter((line) => line.includes('the layer breaks')).length, 3);
    show('b', 2);
    await waitFixedTime(300);
    assert.equal(seen.length, 4);
    assert.equal(bench.told.length, 1);
  });

  it('fails by a label that is none, as by a throw', async () => {
    show('c');
    api.registerLayer({ id, interpret: () => ({ label: 'x'.repeat(81) }) });
    await waitForProblem(/it failed 3 times/);
    assert.match(bench.logged[0] ?? '', /label has 81 characters/);
  });

  it('loses what it said of a session for which it fails now', async () => {
    api.registerLayer({
      id,
      interpret: ({ turn }) => {
        if (turn === 2) throw new Error('once');
        return { label: 'Good' };
      },
    });
    await offers('acme.deploys a: Good', 'acme.deploys b: Good');
    show('a', 2);
    await offers('acme.deploys b: Good');
    assert.deepEqual(bench.told, []);
  });

  it('is switched off where it is too slow three times', async () => {
    show('c');
    api.registerLayer({
      id,
      interpret: () => {
        const end = performance.now() + 25;
        while (performance.now() < end);
        return { label: 'Slow' };
      },
    });
    await waitForProblem(/it was too slow 3 times/);
    await until(
      () => bench.logged.length,
      (lines) => assert.equal(lines, 3),
    );
    assert.match(bench.logged[0] ?? '', /The layer acme\.deploys took \d\d+ ms for a session/);
    await waitFixedTime(150);
    assert.deepEqual(bench.offered, []);
  });

  it('has to answer at once', async () => {
    const interpret = async (): Promise<object> => {
      await waitFixedTime(1);
      throw new Error('nobody waits for this');
    };
    api.registerLayer({ id, interpret: interpret as never });
    await waitForProblem(/it answers later, where it has to answer at once/);
    assert.match(bench.logged.join('\n'), /use createLabelCollection/);
  });

  it('goes with its extension', async () => {
    api.registerLayer(byTurn);
    await offers('acme.deploys a: Turn 1', 'acme.deploys b: Turn 1');
    bench.uninstall(id);
    await offers();
    show('a', 2);
    await waitFixedTime(300);
    assert.deepEqual([bench.offered, bench.told], [[], []]);
  });

  it('sees frozen views', async () => {
    api.registerLayer({
      id,
      interpret: (view) => {
        Object.assign(view.core, { state: 'needs_permission' });
        return { label: 'Changed' };
      },
    });
    show('c');
    await waitForProblem(/it failed 3 times/);
    assert.match(bench.logged[0] ?? '', /read only property/);
  });

  it('is an object with an id and a function', () => {
    for (const layer of [undefined, {}, { id }, { id: 7, interpret: () => undefined }]) {
      assert.throws(() => api.registerLayer(layer as never), /A layer is an object/);
    }
    assert.throws(() => api.registerLayer({ ...byTurn, id: 'x' }), /has to be that of your/);
    api.registerLayer(byTurn);
    assert.throws(() => api.registerLayer(byTurn), /already/);
  });
});
