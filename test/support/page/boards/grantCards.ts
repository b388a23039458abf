import type { GrantCard } from '../../../../src/shared/protocol/work/grants';
import { builderNow } from '../../sessionBuilder';

const now = Date.parse(builderNow);

/** A grant for `npm test` in one session, with twelve minutes and three uses left. */
export function aGrant(change: Partial<GrantCard> = {}): GrantCard {
  return {
    id: 'grant-1',
    sessionId: 'a',
    project: '/home/dev/api-server',
    rule: { kind: 'beginning', words: ['npm', 'test'], cwd: '/home/dev/api-server' },
    words: 'npm test …',
    until: now + 12 * 60_000,
    usesLeft: 3,
    used: 2,
    by: 'Desk',
    givenAt: now - 3 * 60_000,
    ...change,
  };
}

/** A grant for edits in a folder, for all sessions of a project. */
export const projectGrant: GrantCard = aGrant({
  id: 'grant-2',
  sessionId: undefined,
  rule: { kind: 'folder', tool: 'Edit', folder: '/home/dev/api-server/src' },
  words: 'Edit /home/dev/api-server/src/…',
  until: now + 65 * 60_000,
  usesLeft: undefined,
  used: 0,
});

/** A grant whose time is up. */
export const endedGrant: GrantCard = aGrant({
  id: 'grant-3',
  rule: { kind: 'command', command: 'npm run build', cwd: '/home/dev/api-server' },
  words: 'npm run build',
  ended: { at: now - 60_000, reason: 'time' },
});
