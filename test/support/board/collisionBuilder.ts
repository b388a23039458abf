import type { CardCollisions, Collision } from '../../../src/shared/protocol/work/collisions';

const at = (clock: string) => `2026-03-02T${clock}.000Z`;

/** A level 1 collision, as the card of session `one` shows it. */
export function aCollision(overrides: Partial<Collision> = {}): Collision {
  return {
    id: 'both/two/src/a.ts',
    level: 1,
    sessionId: 'two',
    title: 'Rename the client',
    side: 'both',
    files: ['src/a.ts', 'src/b.ts'],
    fileCount: 3,
    at: at('09:58:20'),
    proof: [
      { sessionId: 'one', act: 'changed', at: at('09:57:10'), path: 'src/a.ts' },
      { sessionId: 'two', act: 'changed', at: at('09:58:20'), path: 'src/a.ts' },
    ],
    ...overrides,
  };
}

/** A level 2 collision: the session's open request is for a file that the other one changed. */
export function askedCollision(overrides: Partial<Collision> = {}): Collision {
  const [own, other] = aCollision().proof;
  return aCollision({
    id: 'asks/two/src/a.ts',
    level: 2,
    side: 'asks',
    files: ['src/a.ts'],
    fileCount: 1,
    proof: [
      ...(own && other ? [own, other] : []),
      { sessionId: 'one', act: 'asks', at: at('09:59:30'), path: 'src/a.ts' },
    ],
    ...overrides,
  });
}

/** A level 3 collision: the other session removed uncommitted work of this one. */
export function lostCollision(overrides: Partial<Collision> = {}): Collision {
  return aCollision({
    id: 'lost/two/1',
    level: 3,
    side: 'lost',
    proof: [
      { sessionId: 'one', act: 'changed', at: at('09:57:10'), path: 'src/a.ts' },
      { sessionId: 'two', act: 'reset', at: at('09:58:20'), command: 'git reset --hard' },
    ],
    ...overrides,
  });
}

/** A level 3 collision: the other session switched branches and carried this one's work along. */
export function carriedCollision(overrides: Partial<Collision> = {}): Collision {
  return lostCollision({
    proof: [
      {
        sessionId: 'two',
        act: 'switch',
        at: at('09:58:20'),
        command: 'git switch other',
        branch: 'other',
        carried: true,
      },
    ],
    ...overrides,
  });
}

export function collisions(...found: readonly Collision[]): CardCollisions {
  return {
    others: Math.max(1, new Set(found.map(({ sessionId }) => sessionId)).size),
    found: [...found],
  };
}
