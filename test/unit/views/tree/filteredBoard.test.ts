import assert from 'node:assert/strict';
import { FilteredBoard } from '../../../../src/extension/views/tree/filteredBoard';
import { TreeModel, noChange } from '../../../../src/extension/views/tree/treeModel';
import { BoardReplica } from '../../../../src/extension/link/boardReplica';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { aSession, aSummary } from '../../../support/sessionBuilder';

const session = (sessionId: string, projectName: string, state = 'idle') =>
  aSession({ sessionId, projectName, agentState: { group: 'needs_you', state } });

describe('FilteredBoard', () => {
  let opened: BoardReplica[] = [];
  afterEach(() => {
    for (const one of opened) one.dispose();
    opened = [];
  });

  const board = (): BoardReplica => {
    const replica = new BoardReplica();
    opened.push(replica);
    const sessions: LiveSession[] = [session('a', 'shop'), session('b', 'billing')];
    replica.apply({ type: 'snapshot', data: { sessions, summary: aSummary(sessions) } });
    return replica;
  };
  const ids = (filtered: FilteredBoard) =>
    filtered.inSection('ready').map(({ sessionId }) => sessionId);

  it('returns all sessions until a filter is typed and after it is cleared', () => {
    const all = board();
    const filtered = new FilteredBoard(all);
    assert.equal(filtered.inSection('ready'), all.inSection('ready'));
    filtered.filter = 'project:shop';
    assert.deepEqual([ids(filtered), filtered.hiddenCount], [['a'], 1]);
    filtered.filter = '  ';
    assert.deepEqual([ids(filtered), filtered.hiddenCount, filtered.filter], [['a', 'b'], 0, '']);
  });

  it('updates with the board, and returns the same array while nothing changes', () => {
    const all = board();
    const filtered = new FilteredBoard(all);
    filtered.filter = 'shop';
    const before = filtered.inSection('ready');
    assert.equal(filtered.inSection('ready'), before);
    all.apply({ type: 'sessions', data: [session('c', 'shop')] });
    assert.deepEqual(ids(filtered), ['a', 'c']);
  });

  it('makes the tree show only the sessions that match', () => {
    const all = board();
    const filtered = new FilteredBoard(all);
    const model = new TreeModel(filtered, 0);
    filtered.filter = 'project:billing';
    model.update(noChange, 0, true);
    const ready = model.children({ kind: 'tail', section: 'ready' });
    assert.deepEqual(ready, [{ kind: 'session', sessionId: 'b' }]);
    filtered.filter = 'nothing at all';
    assert.equal(model.update(noChange, 0, true).nodes, 'all');
    assert.deepEqual(model.roots(), []);
  });
});
