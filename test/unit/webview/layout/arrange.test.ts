import assert from 'node:assert/strict';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import {
  arrange,
  insertNew,
  blockedIds,
  countIn,
  isEmptyIn,
  defaultCriteria,
  isReordered,
  noColumns,
  sectionHolding,
} from '../../../../src/webview/layout/arrange';
import { aSession, secondsAgo } from '../../../support/sessionBuilder';

function sessions(...list: readonly LiveSession[]): ReadonlyMap<string, LiveSession> {
  return new Map(list.map((session) => [session.sessionId, session]));
}

const runs = (sessionId: string, seconds: number) =>
  aSession({
    sessionId,
    startedAt: secondsAgo(100),
    lastActivityAt: secondsAgo(seconds),
  });
const byActivity = { ...defaultCriteria, sort: 'activity' } as const;
const blocked = (sessionId: string) =>
  aSession({ sessionId, agentState: { group: 'needs_you', state: 'needs_permission' } });

describe('arrange', () => {
  it('puts each session into its column, in board order', () => {
    const columns = arrange(
      noColumns,
      sessions(runs('old', 90), runs('new', 1), blocked('b')),
      byActivity,
    );
    assert.deepEqual(columns, {
      needs_you: ['b'],
      ready: [],
      autonomous: ['new', 'old'],
      delivered: [],
      dismissed: [],
    });
  });

  it('puts dismissed sessions into their own list, and counts them as done', () => {
    const done = (sessionId: string, state: string) =>
      aSession({ sessionId, agentState: { group: 'delivered', state } });
    const dismissed = sessions(
      done('x', 'archived'),
      done('y', 'session_ended'),
      done('z', 'archived'),
    );
    const next = arrange(noColumns, dismissed);
    assert.deepEqual([next.delivered, next.dismissed], [['y'], ['x', 'z']]);
    assert.equal(countIn({ columns: next, sessions: dismissed }, 'delivered'), 3);
    assert.equal(countIn({ columns: next, sessions: dismissed }, 'autonomous'), 0);
    assert.equal(sectionHolding(next, 'z'), 'dismissed');
  });

  it('excludes sessions of an unreachable machine from counts and blocked sessions', () => {
    const away = { id: 'm0123456789abcdef', name: 'gpu-box', away: '2026-01-01T00:00:00Z' };
    const gone = { ...blocked('gone'), machine: away };
    const board = sessions(blocked('here'), gone);
    const columns = arrange(noColumns, board);
    assert.deepEqual([columns.needs_you.length, isEmptyIn(columns, 'needs_you')], [2, false]);
    assert.equal(countIn({ columns, sessions: board }, 'needs_you'), 1);
    assert.deepEqual(blockedIds(columns.needs_you, board), ['here']);
  });

  it('returns the same object if no session moved', () => {
    const columns = arrange(noColumns, sessions(runs('a', 9), runs('b', 5)));
    assert.equal(arrange(columns, sessions(runs('a', 8), runs('b', 1))), columns);
  });

  it('returns unchanged columns by reference', () => {
    const columns = arrange(noColumns, sessions(runs('a', 9), blocked('b')));
    const next = arrange(columns, sessions(runs('a', 9), runs('c', 1), blocked('b')));
    assert.equal(next.needs_you, columns.needs_you);
    assert.notEqual(next.autonomous, columns.autonomous);
  });
});

describe('insertNew', () => {
  const columns = arrange(
    noColumns,
    sessions(runs('a', 1), runs('b', 5), runs('c', 9)),
    byActivity,
  );

  it('moves no session that was only active', () => {
    const next = sessions(runs('a', 1), runs('b', 5), runs('c', 0));
    assert.equal(insertNew(columns, next, byActivity), columns);
    const sorted = arrange(columns, next, byActivity);
    assert.deepEqual(sorted.autonomous, ['c', 'a', 'b']);
    assert.ok(isReordered(columns, sorted));
  });

  it('inserts a new session at its sorted position', () => {
    const next = sessions(runs('a', 1), runs('b', 5), runs('c', 0), runs('d', 3));
    const calm = insertNew(columns, next, byActivity);
    assert.deepEqual(calm.autonomous, ['a', 'd', 'b', 'c']);
    assert.ok(!isReordered(columns, calm));
  });

  it('moves a session that needs a person immediately', () => {
    const next = insertNew(columns, sessions(runs('a', 1), blocked('b'), runs('c', 0)));
    assert.deepEqual(next.needs_you, ['b']);
    assert.deepEqual(next.autonomous, ['a', 'c']);
    assert.equal(sectionHolding(next, 'b'), 'needs_you');
    assert.equal(sectionHolding(next, 'x'), undefined);
  });
});
