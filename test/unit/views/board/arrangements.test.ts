import assert from 'node:assert/strict';
import {
  Arrangements,
  clearWorkspaceState,
} from '../../../../src/extension/views/board/arrangements';

/** An editor's workspace storage. */
function aMemento(kept: Readonly<Record<string, unknown>> = {}) {
  const values = new Map(Object.entries(kept));
  return {
    get: (key: string) => values.get(key),
    update: (key: string, value: unknown) => {
      if (value === undefined) values.delete(key);
      else values.set(key, value);
      return Promise.resolve();
    },
    keys: () => [...values.keys()],
  };
}

describe('Arrangements', () => {
  it('are stored for each view separately', () => {
    const memento = aMemento();
    new Arrangements(memento).write('panel', { layout: 'grid' });
    new Arrangements(memento).write('side', { layout: 'columns', folded: ['delivered'] });
    const arrangements = new Arrangements(memento);
    assert.deepEqual(arrangements.read('panel'), { layout: 'grid' });
    assert.deepEqual(arrangements.read('side'), { layout: 'columns', folded: ['delivered'] });
  });

  it('are deleted with the state of the workspace', async () => {
    const memento = aMemento({ older: 1 });
    new Arrangements(memento).write('panel', { layout: 'grid' });
    await clearWorkspaceState(memento);
    assert.deepEqual(memento.keys(), []);
    assert.deepEqual(new Arrangements(memento).read('panel'), {});
  });

  it('are empty if nothing or an invalid value was stored', () => {
    const arrangements = new Arrangements(aMemento({ 'board.side': { layout: 'spiral' } }));
    assert.deepEqual(arrangements.read('panel'), {});
    assert.deepEqual(arrangements.read('side'), {});
  });
});
