import assert from 'node:assert/strict';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { changeAnnouncement, announcedSessions } from '../../../../src/webview/keys/announce';
import { aSession, type SessionOverrides } from '../../../support/sessionBuilder';

function map(...list: readonly LiveSession[]): ReadonlyMap<string, LiveSession> {
  return new Map(list.map((session) => [session.sessionId, session]));
}

function inState(
  sessionId: string,
  agentState: SessionOverrides['agentState'] & object,
): LiveSession {
  return aSession({ sessionId, projectName: sessionId, agentState });
}

const runs = (id: string) => inState(id, {});
const blocked = (id: string) =>
  inState(id, {
    group: 'needs_you',
    state: 'needs_permission',
    label: 'Needs permission: Bash',
  });
const finished = (id: string) =>
  inState(id, { group: 'delivered', state: 'task_complete', label: 'Finished: docs' });
const closed = (id: string) =>
  inState(id, { group: 'delivered', state: 'session_ended', label: 'Session closed' });

const announced = (before: readonly LiveSession[], after: readonly LiveSession[]) =>
  changeAnnouncement(announcedSessions(map(...before), map(...after)));

describe('changeAnnouncement', () => {
  it('names a session that needs a person, and the reason', () => {
    assert.equal(
      announced([runs('api-server')], [blocked('api-server')]),
      'api-server needs permission: Bash',
    );
  });

  it('names a session that finished, and its work', () => {
    assert.equal(announced([runs('docs')], [finished('docs')]), 'docs: Finished: docs');
  });

  it('names several sessions, those that need a person first', () => {
    const before = ['a', 'b', 'c', 'd', 'e'].map(runs);
    const after = [finished('a'), blocked('b'), blocked('c'), blocked('d'), runs('e')];
    assert.equal(
      announced(before, after),
      '3 now need you: b needs permission: Bash; c needs permission: Bash; d needs permission: Bash; and 1 more',
    );
  });

  it('omits sessions of a machine that has just connected, disconnected or reconnected', () => {
    const gpu = { id: 'm0123456789abcdef', name: 'gpu-box' };
    const away = { ...gpu, away: '2026-01-01T00:00:00Z' };
    const there = { ...blocked('a'), machine: gpu };
    assert.equal(announced([], [there]), undefined);
    assert.equal(announced([there], [{ ...there, machine: away }]), undefined);
    assert.equal(announced([{ ...runs('a'), machine: away }], [there]), undefined);
    assert.equal(
      announced([{ ...runs('a'), machine: gpu }], [{ ...there, machine: away }]),
      undefined,
    );
    assert.equal(
      announced([{ ...runs('a'), machine: gpu }], [there]),
      'a on gpu-box needs permission: Bash',
    );
  });

  it('omits sessions that run, were closed or did not change their state', () => {
    const before = [blocked('a'), runs('b'), blocked('c')];
    assert.equal(
      announced(before, [{ ...blocked('a'), title: 'New' }, closed('b'), runs('c')]),
      undefined,
    );
  });

  it('names a new session that needs a person', () => {
    assert.equal(announced([], [blocked('a')]), 'a needs permission: Bash');
  });
});
