import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { BoardChange } from '../../../src/extension/link/boardModel';
import { BoardReplica } from '../../../src/extension/link/boardReplica';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { aSession, aSummary, secondsAgo } from '../../support/sessionBuilder';

const idle = (sessionId: string, seconds = 30): LiveSession =>
  aSession({
    sessionId,
    agentState: { group: 'needs_you', state: 'idle' },
    stateSince: secondsAgo(seconds),
  });
const works = (sessionId: string): LiveSession => aSession({ sessionId });
const ended = (sessionId: string): LiveSession =>
  aSession({ sessionId, agentState: { group: 'delivered', state: 'session_ended' } });

describe("A window's copy of the board", () => {
  let board: BoardReplica;
  let changes: BoardChange[];

  beforeEach(() => {
    board = new BoardReplica();
    changes = [];
    board.onDidChange((change) => changes.push(change));
  });
  afterEach(() => board.dispose());

  const ids = (sessions: readonly LiveSession[]): string[] =>
    sessions.map(({ sessionId }) => sessionId);
  async function filled(...sessions: LiveSession[]): Promise<void> {
    board.apply({ type: 'snapshot', data: { sessions, summary: aSummary(sessions) } });
    await turn();
    changes = [];
  }

  it('is empty and connecting at first', () => {
    assert.equal(board.connection, 'connecting');
    assert.deepEqual(board.sessions, []);
    assert.equal(board.summary.needsYouCount, 0);
  });

  it('becomes live with the first snapshot and fires one change', async () => {
    const sessions = [ended('c'), works('b'), idle('a')];
    board.apply({ type: 'snapshot', data: { sessions, summary: aSummary(sessions) } });
    await turn();
    assert.equal(board.connection, 'live');
    assert.deepEqual(ids(board.sessions), ['a', 'b', 'c']);
    assert.equal(changes.length, 1);
    const [change] = changes;
    assert.deepEqual([change?.whole, change?.connectionChanged], [true, true]);
    assert.deepEqual(ids(change?.changed ?? []), ['a', 'b', 'c']);
  });

  it('is empty after it is switched off and fires one change of the whole board', async () => {
    await filled(idle('a'), works('b'));
    board.switchOff();
    await turn();
    assert.deepEqual([board.connection, board.sessions], ['off', []]);
    assert.deepEqual(new Set(Object.values(board.summary)), new Set([0]));
    assert.equal(changes.length, 1);
    assert.deepEqual([changes[0]?.whole, changes[0]?.connectionChanged], [true, true]);
  });

  it('publishes a burst of events as one change, in board order', async () => {
    await filled(idle('a'), works('b'), ended('c'));
    board.apply({ type: 'removed', data: ['a'] });
    board.apply({ type: 'sessions', data: [works('d'), idle('c')] });
    board.apply({ type: 'summary', data: aSummary([]) });
    assert.equal(changes.length, 0);
    await turn();
    assert.equal(changes.length, 1);
    assert.deepEqual(ids(changes[0]?.changed ?? []), ['c', 'd']);
    assert.deepEqual(changes[0]?.removed, ['a']);
    assert.deepEqual([changes[0]?.whole, changes[0]?.connectionChanged], [false, false]);
    assert.deepEqual(ids(board.sessions), ['c', 'b', 'd']);
  });

  it('publishes only the last of several changes and removals of a session', async () => {
    await filled(idle('a'), idle('b'));
    board.apply({ type: 'removed', data: ['a'] });
    board.apply({ type: 'sessions', data: [works('a'), works('b')] });
    board.apply({ type: 'removed', data: ['b'] });
    await turn();
    assert.deepEqual(ids(changes[0]?.changed ?? []), ['a']);
    assert.deepEqual(changes[0]?.removed, ['b']);
  });

  it('counts the sessions that it lists, not those that the hub counted', async () => {
    await filled(idle('a'), idle('b'), works('c'), ended('d'));
    board.apply({ type: 'summary', data: aSummary([], { totalCostTodayUsd: 7 }) });
    const { needsYouCount, autonomousCount, deliveredCount, totalCostTodayUsd } = board.summary;
    assert.deepEqual(
      [needsYouCount, autonomousCount, deliveredCount, totalCostTodayUsd],
      [2, 1, 1, 7],
    );
    board.apply({ type: 'sessions', data: [works('a')] });
    assert.equal(board.summary.needsYouCount, 1);
  });

  it('keeps its sessions while the hub is unreachable and fires one change', async () => {
    await filled(idle('a'));
    board.setConnection('offline');
    board.setConnection('offline');
    assert.equal(changes.length, 1);
    assert.deepEqual([changes[0]?.connectionChanged, changes[0]?.whole], [true, false]);
    assert.deepEqual(ids(board.sessions), ['a']);
  });

  it('is replaced by the snapshot of the next hub', async () => {
    await filled(idle('a'), works('b'));
    board.setConnection('offline');
    changes = [];
    board.apply({ type: 'snapshot', data: { sessions: [works('b')], summary: aSummary([]) } });
    await turn();
    assert.equal(changes.length, 1);
    assert.deepEqual([changes[0]?.whole, changes[0]?.connectionChanged], [true, true]);
    assert.deepEqual(ids(board.sessions), ['b']);
    assert.equal(board.get('a'), undefined);
  });

  it('returns the same array until something changes', async () => {
    await filled(idle('a'));
    const list = board.sessions;
    assert.equal(board.sessions, list);
    board.apply({ type: 'sessions', data: [works('a')] });
    assert.notEqual(board.sessions, list);
  });

  it('fires no change after it is disposed', async () => {
    board.apply({ type: 'sessions', data: [works('a')] });
    board.dispose();
    await turn();
    assert.deepEqual(changes, []);
  });
});
