import assert from 'node:assert/strict';
import { array, assert as check, constantFrom, integer, property, record } from 'fast-check';
import { compareSessions, sectionOf, sections } from '../../../../src/shared/board/boardOrder';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { SortedSessions } from '../../../../src/shared/board/sortedSessions';
import { aSession, secondsAgo } from '../../../support/sessionBuilder';

const states = [
  { group: 'needs_you', state: 'idle' },
  { group: 'needs_you', state: 'needs_permission' },
  { group: 'autonomous', state: 'acting' },
  { group: 'delivered', state: 'session_ended' },
  { group: 'delivered', state: 'archived' },
] as const;

const session = (id: number, state: number, seconds: number): LiveSession =>
  aSession({
    sessionId: `s${id}`,
    agentState: states[state] ?? states[0],
    stateSince: secondsAgo(seconds),
    lastActivityAt: secondsAgo(seconds),
  });

const step = record({
  what: constantFrom('put', 'put', 'put', 'delete', 'replace'),
  id: integer({ min: 0, max: 12 }),
  state: integer({ min: 0, max: states.length - 1 }),
  seconds: integer({ min: 0, max: 5 }),
});

describe('SortedSessions', () => {
  it('has the same order after any changes as a complete sort', () => {
    check(
      property(array(step, { maxLength: 60 }), (steps) => {
        const sorted = new SortedSessions();
        let plain = new Map<string, LiveSession>();
        for (const { what, id, state, seconds } of steps) {
          const one = session(id, state, seconds);
          if (what === 'put') {
            sorted.put(one);
            plain.set(one.sessionId, one);
          } else if (what === 'delete') {
            sorted.delete(one.sessionId);
            plain.delete(one.sessionId);
          } else {
            const list = [one, session(id + 1, state, seconds)];
            sorted.replace(list);
            plain = new Map(list.map((each) => [each.sessionId, each]));
          }
          const expected = [...plain.values()].sort(compareSessions);
          assert.deepEqual(sorted.all, expected);
          assert.equal(sorted.size, expected.length);
          for (const section of sections) {
            const list = expected.filter((each) => sectionOf(each) === section);
            assert.deepEqual(sorted.in(section), list);
            assert.equal(sorted.countIn(section), list.length);
          }
        }
      }),
    );
  });

  it('returns the same array of a section while nothing changes in it', () => {
    const sorted = new SortedSessions();
    sorted.replace([session(1, 0, 1), session(2, 3, 1)]);
    const [waiting, done] = [sorted.in('ready'), sorted.in('delivered')];
    sorted.put(session(1, 0, 2));
    assert.equal(sorted.in('delivered'), done);
    assert.notEqual(sorted.in('ready'), waiting);
    assert.equal(waiting.length, 1);
    assert.equal(sorted.all, sorted.all);
  });
});
