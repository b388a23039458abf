import assert from 'node:assert/strict';
import {
  comparatorFor,
  compareSessions,
  sectionOf,
  sortOrders,
} from '../../../../src/shared/board/boardOrder';
import { aSession, secondsAgo, type SessionOverrides } from '../../../support/sessionBuilder';

function order(sessions: Readonly<Record<string, SessionOverrides>>): readonly string[] {
  return Object.entries(sessions)
    .map(([sessionId, overrides]) => aSession({ sessionId, ...overrides }))
    .sort(compareSessions)
    .map((session) => session.sessionId);
}

const needs = (state: string, seconds = 0): SessionOverrides => ({
  agentState: { group: 'needs_you', state },
  stateSince: secondsAgo(seconds),
});

describe('compareSessions', () => {
  it('sorts sessions that need a person by urgency, with an unknown state before those at rest', () => {
    const sessions = {
      a: needs('idle'),
      b: needs('budget_exceeded'),
      c: needs('awaiting_approval'),
      d: needs('error'),
      e: needs('awaiting_input'),
      f: needs('needs_permission'),
    };
    assert.deepEqual(order(sessions), ['f', 'e', 'd', 'c', 'b', 'a']);
  });

  it('sorts sessions that are ready for a prompt after blocked ones, newest first', () => {
    const sessions = { a: needs('idle', 50), b: needs('interrupted', 5), c: needs('error', 1) };
    assert.deepEqual(order(sessions), ['c', 'b', 'a']);
  });

  it('sorts equally urgent sessions by waiting time, longest first', () => {
    assert.deepEqual(order({ a: needs('needs_permission', 5), b: needs('needs_permission', 50) }), [
      'b',
      'a',
    ]);
  });

  it('sorts a pinned session first among equally urgent ones, but not before a more urgent one', () => {
    const sessions = {
      a: { ...needs('error', 50), pinned: true },
      b: needs('needs_permission', 50),
      c: { ...needs('needs_permission', 5), pinned: true },
      d: { ...needs('idle', 5), pinned: true },
      e: needs('limit_reached', 5),
      f: needs('idle', 1),
      g: { startedAt: secondsAgo(90), pinned: true },
      h: { startedAt: secondsAgo(9) },
    };
    assert.deepEqual(order(sessions), ['c', 'b', 'a', 'e', 'd', 'f', 'g', 'h']);
  });

  it('lets a layer raise or lower a session only among equally urgent ones', () => {
    const withUrgency = (urgency: -1 | 0 | 1): SessionOverrides => ({
      display: { layer: 'a', urgency, badges: [] },
    });
    const sessions = {
      a: { ...needs('error', 50), ...withUrgency(1) },
      b: { ...needs('needs_permission', 5), ...withUrgency(-1) },
      c: needs('needs_permission', 4),
      d: { ...needs('needs_permission', 3), ...withUrgency(1) },
      e: { ...needs('idle', 9), ...withUrgency(1) },
      f: needs('idle', 8),
      g: { ...needs('idle', 1), ...withUrgency(-1) },
      h: { ...needs('needs_permission', 1), ...withUrgency(-1), pinned: true },
    };
    assert.deepEqual(order(sessions), ['h', 'd', 'c', 'b', 'a', 'e', 'f', 'g']);
  });

  it('ignores the urgency of a layer in an order that a person chose', () => {
    const [dear, cheap] = [5, 1].map((totalUsd) =>
      aSession({
        ...needs('idle', totalUsd),
        sessionId: `${totalUsd}`,
        cost: { totalUsd },
        display: { layer: 'a', urgency: totalUsd === 1 ? 1 : -1, badges: [] },
      }),
    );
    assert.ok(dear !== undefined && cheap !== undefined);
    assert.ok(comparatorFor('cost')(dear, cheap) < 0);
    assert.ok(comparatorFor('waiting')(dear, cheap) < 0);
    assert.ok(comparatorFor('urgency')(dear, cheap) > 0);
  });

  it('sorts a pinned session at rest after a blocked one in every order', () => {
    const rest = aSession({ sessionId: 'a', ...needs('idle', 90), pinned: true });
    const blocked = aSession({ sessionId: 'b', ...needs('limit_reached', 5) });
    for (const sort of sortOrders) assert.ok(comparatorFor(sort)(rest, blocked) > 0, sort);
  });

  it('sorts a pinned session first in an order that a person chose', () => {
    const cheap = aSession({
      sessionId: 'a',
      cost: { totalUsd: 1, estimated: false },
      pinned: true,
    });
    const dear = aSession({ sessionId: 'b', cost: { totalUsd: 9, estimated: false } });
    assert.ok(comparatorFor('cost')(cheap, dear) < 0);
  });

  it('puts a pinned session at rest into the section Needs You', () => {
    const ready = aSession(needs('idle'));
    assert.deepEqual([ready, { ...ready, pinned: true }].map(sectionOf), ['ready', 'needs_you']);
  });

  it('sorts running sessions by start and finished ones by end, newest first', () => {
    const delivered = { agentState: { group: 'delivered', state: 'session_ended' } } as const;
    const sessions = {
      a: { startedAt: secondsAgo(90), lastActivityAt: secondsAgo(1) },
      b: { startedAt: secondsAgo(80), lastActivityAt: secondsAgo(9) },
      c: { ...delivered, stateSince: secondsAgo(90) },
      d: { ...delivered, stateSince: secondsAgo(10) },
      e: needs('idle'),
    };
    assert.deepEqual(order(sessions), ['e', 'b', 'a', 'd', 'c']);
  });

  it('sorts dismissed sessions last, newest first', () => {
    const done = (state: string, seconds: number): SessionOverrides => ({
      agentState: { group: 'delivered', state },
      stateSince: secondsAgo(seconds),
    });
    const sessions = {
      a: done('archived', 1),
      b: done('session_ended', 90),
      c: done('archived', 50),
      d: done('task_complete', 10),
    };
    assert.deepEqual(order(sessions), ['d', 'b', 'a', 'c']);
  });

  it('sorts equal sessions by id, so that the order is total', () => {
    assert.deepEqual(order({ b: {}, a: {}, c: {} }), ['a', 'b', 'c']);
  });
});
