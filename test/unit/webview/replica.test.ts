import assert from 'node:assert/strict';
import type { ToPage } from '../../../src/shared/messages/pageMessages';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { applyMessage, emptyReplica, type Replica } from '../../../src/webview/replica';
import { controlOn } from '../../support/fakes/fakeControl';
import { aSession, aSummary } from '../../support/sessionBuilder';

function snapshot(sequence: number, ...sessions: readonly LiveSession[]): ToPage {
  return {
    type: 'snapshot',
    sequence,
    sessions,
    summary: aSummary(sessions),
    connection: 'live',
    hooks: 'installed',
    control: controlOn,
    mutes: [],
    pushes: [],
    home: '/home/dev',
  };
}

function update(sequence: number, changed: readonly LiveSession[], removed: string[] = []): ToPage {
  return { type: 'update', sequence, changed, removed, summary: aSummary(changed) };
}

function applied(replica: Replica, message: ToPage): Replica {
  const next = applyMessage(replica, message);
  assert.notEqual(next, 'missed');
  return next as Replica; // Asserted above.
}

const one = aSession({ sessionId: 'one' });
const two = aSession({ sessionId: 'two' });

describe('applyMessage', () => {
  it('applies a complete snapshot with any sequence number', () => {
    const replica = applied(applied(emptyReplica, snapshot(7, one)), snapshot(3, two));
    assert.deepEqual([...replica.sessions.values()], [two]);
    assert.equal(replica.sequence, 3);
    assert.equal(replica.home, '/home/dev');
  });

  it('changes and removes sessions, and keeps the others by reference', () => {
    const changed = aSession({ sessionId: 'two', title: 'Changed' });
    const replica = applied(
      applied(emptyReplica, snapshot(1, one, two, aSession({ sessionId: 'three' }))),
      update(2, [changed], ['three']),
    );
    assert.deepEqual([...replica.sessions.keys()], ['one', 'two']);
    assert.equal(replica.sessions.get('one'), one);
    assert.equal(replica.sessions.get('two'), changed);
  });

  it('keeps the sessions by reference when only the summary changed', () => {
    const before = applied(emptyReplica, snapshot(1, one));
    assert.equal(applied(before, update(2, [])).sessions, before.sessions);
  });

  for (const sequence of [1, 3, 0]) {
    it(`misses a message when number ${sequence} follows 1`, () => {
      const before = applied(emptyReplica, snapshot(1, one));
      assert.equal(applyMessage(before, update(sequence, [two])), 'missed');
    });
  }

  it('ignores everything before the first snapshot', () => {
    assert.equal(applyMessage(emptyReplica, update(4, [one])), emptyReplica);
  });

  it('advances the sequence number for an unknown message of a newer host, and changes nothing else', () => {
    const before = applied(emptyReplica, snapshot(1, one));
    // A message of a newer host.
    const unknown = { type: 'confetti', sequence: 2 } as unknown as ToPage;
    assert.deepEqual(applied(before, unknown), { ...before, sequence: 2 });
  });
});
