import assert from 'node:assert/strict';
import {
  requestCollision,
  isChangedSince,
  isShared,
  sharedCollision,
  type PendingChange,
} from '../../../../src/extension/hub/collisions/levels';
import type { LastChange } from '../../../../src/extension/hub/collisions/sessionFiles';

const minute = 60_000;
const noon = Date.parse('2026-03-02T12:00:00.000Z');

const held = (
  sessionId: string,
  minutes: number,
  path = '/r/a.ts',
  agentId?: string,
  since?: number,
): LastChange => ({ sessionId, path, at: noon + minutes * minute, since, agentId });

/** A change attributed to a command that ran for the two minutes before it. */
const ran = (sessionId: string, minutes: number): LastChange =>
  held(sessionId, minutes, undefined, undefined, noon + (minutes - 2) * minute);

const asking = (change: Partial<PendingChange> = {}): PendingChange => ({
  sessionId: 'a',
  requestId: 'r1',
  agentId: undefined,
  path: '/r/a.ts',
  at: noon + 10 * minute,
  startedAt: noon,
  ...change,
});

describe('A file that two sessions changed', () => {
  it('is a collision if both changes were within half an hour, in either order', () => {
    for (const [one, other, expected] of [
      [0, 30, true],
      [30, 0, true],
      [0, 31, false],
      [31, 0, false],
    ] as const) {
      assert.equal(isShared([held('a', one), held('b', other)], 0), expected, `${one} ${other}`);
    }
  });

  it('is no collision if the older change may be committed', () => {
    const both = [held('a', 1), held('b', 2)] as const;
    assert.equal(isShared(both, noon), true);
    assert.equal(isShared(both, noon + minute), false);
    assert.equal(isShared(both, noon + 3 * minute), false);
  });

  it('is no collision if one change may be wrongly attributed to the other’s shell command', () => {
    assert.equal(isShared([ran('a', 5), held('b', 4)], 0), false);
    assert.equal(isShared([held('b', 4), ran('a', 5)], 0), false);
    assert.equal(isShared([ran('a', 5), held('b', 6)], 0), true);
    assert.equal(isShared([ran('a', 5), held('b', 2)], 0), true);
    assert.equal(isChangedSince(asking(), held('a', 4), ran('b', 5)), false);
    assert.equal(isChangedSince(asking(), held('a', 2), ran('b', 5)), true);
  });

  it('gets a collision id that does not depend on the order of the sessions', () => {
    const [one, other] = [held('b', 1), held('a', 2)];
    const meeting = sharedCollision('/r', [[one, other]]);
    assert.deepEqual(meeting, sharedCollision('/r', [[other, one]]));
    assert.deepEqual(meeting?.sessions, ['a', 'b']);
    assert.notEqual(meeting?.id, sharedCollision('/other', [[one, other]])?.id);
  });

  it('is listed before files that changed earlier, and its newest change is the last proof', () => {
    const meeting = sharedCollision('/r', [
      [held('a', 1, '/r/old.ts'), held('b', 2, '/r/old.ts')],
      [held('a', 9, '/r/new.ts', 'sub'), held('b', 3, '/r/new.ts')],
    ]);
    assert.deepEqual(meeting?.paths, ['/r/new.ts', '/r/old.ts']);
    assert.equal(meeting?.at, noon + 9 * minute);
    assert.deepEqual(
      meeting?.proof.map(({ sessionId, path, at }) => [sessionId, path, at.slice(14, 16)]),
      [
        ['a', '/r/old.ts', '01'],
        ['b', '/r/old.ts', '02'],
        ['b', '/r/new.ts', '03'],
        ['a', '/r/new.ts', '09'],
      ],
    );
    assert.equal(meeting?.proof.at(-1)?.agentId, 'sub');
  });
});

describe('A file that a session asks to change', () => {
  it('counts as changed if the other session changed it after the asking session did', () => {
    assert.equal(isChangedSince(asking(), held('a', 3), held('b', 4)), true);
    assert.equal(isChangedSince(asking(), held('a', 3), held('b', 3)), false);
    assert.equal(isChangedSince(asking(), held('a', 3), held('b', 2)), false);
  });

  it('counts as changed since the asking session’s start if that session never changed it', () => {
    assert.equal(isChangedSince(asking(), undefined, held('b', 1)), true);
    assert.equal(isChangedSince(asking(), undefined, held('b', -1)), false);
  });

  it('counts as changed if the other session changes it during the request', () => {
    assert.equal(isChangedSince(asking(), held('a', 3), held('b', 11)), true);
  });

  it('gets one collision for each request, with the asking session first', () => {
    const meeting = requestCollision('/r', asking({ agentId: 'sub' }), held('a', 1), held('b', 2));
    assert.deepEqual(meeting.sessions, ['a', 'b']);
    assert.deepEqual(
      meeting.proof.map(({ sessionId, act, agentId }) => [sessionId, act, agentId]),
      [
        ['a', 'changed', undefined],
        ['b', 'changed', undefined],
        ['a', 'asks', 'sub'],
      ],
    );
    const next = requestCollision('/r', asking({ requestId: 'r2' }), undefined, held('b', 2));
    assert.notEqual(next.id, meeting.id);
  });
});
