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
  it('is shared where both did within half an hour, in either order', () => {
    for (const [one, other, expected] of [
      [0, 30, true],
      [30, 0, true],
      [0, 31, false],
      [31, 0, false],
    ] as const) {
      assert.equal(isShared([held('a', one), held('b', other)], 0), expected, `${one} ${other}`);
    }
  });

  it('is not shared where the older of both changes may be committed', () => {
    const both = [held('a', 1), held('b', 2)] as const;
    assert.equal(isShared(both, noon), true);
    assert.equal(isShared(both, noon + minute), false);
    assert.equal(isShared(both, noon + 3 * minute), false);
  });

  it('is not shared where a command may have seen the change of the other as its own', () => {
    assert.equal(isShared([ran('a', 5), held('b', 4)], 0), false);
    assert.equal(isShared([held('b', 4), ran('a', 5)], 0), false);
    assert.equal(isShared([ran('a', 5), held('b', 6)], 0), true);
    assert.equal(isShared([ran('a', 5), held('b', 2)], 0), true);
    assert.equal(isChangedSince(asking(), held('a', 4), ran('b', 5)), false);
    assert.equal(isChangedSince(asking(), held('a', 2), ran('b', 5)), true);
  });

  it('makes a meeting whose name does not depend on who is asked', () => {
    const [one, other] = [held('b', 1), held('a', 2)];
    const meeting = sharedCollision('/r', [[one, other]]);
    assert.deepEqual(meeting, sharedCollision('/r', [[other, one]]));
    assert.deepEqual(meeting?.sessions, ['a', 'b']);
    assert.notEqual(meeting?.id, sharedCollision('/other', [[one, other]])?.id);
  });

  it('is named before those that were changed earlier, and proved by the newest last', () => {
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
  it('was changed since where the other did so after its own last change', () => {
    assert.equal(isChangedSince(asking(), held('a', 3), held('b', 4)), true);
    assert.equal(isChangedSince(asking(), held('a', 3), held('b', 3)), false);
    assert.equal(isChangedSince(asking(), held('a', 3), held('b', 2)), false);
  });

  it('was changed since where it never did, but for changes before its life', () => {
    assert.equal(isChangedSince(asking(), undefined, held('b', 1)), true);
    assert.equal(isChangedSince(asking(), undefined, held('b', -1)), false);
  });

  it('is changed as well while it asks', () => {
    assert.equal(isChangedSince(asking(), held('a', 3), held('b', 11)), true);
  });

  it('makes a meeting of each request, with the asker first', () => {
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
