import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { stateLabel } from '../../../../src/shared/words/stateLabels';
import {
  aCollision,
  askedCollision,
  collisions,
  lostCollision,
} from '../../board/collisionBuilder';
import { aPendingRequest, aSession, secondsAgo } from '../../sessionBuilder';
import { withPull } from './deliveredBoard';

const prompting = { way: 'terminal' as const, prompts: [] };

/** A session that asks to edit a file which another session changed since its own last edit. */
export const asking: LiveSession = aSession({
  sessionId: 'one',
  title: 'Move the retries into the client',
  agentState: {
    group: 'needs_you',
    state: 'needs_permission',
    label: stateLabel('permission', 'Edit'),
  },
  stateSince: secondsAgo(30),
  changes: { files: 2, edits: 5 },
  pendingRequest: aPendingRequest({
    toolName: 'Edit',
    toolInput: { file_path: '/home/dev/api-server/src/a.ts', old_string: 'a()', new_string: 'b()' },
    call: { id: 'call-one', fate: 'open', answerable: true },
  }),
  prompting,
  collisions: collisions(askedCollision()),
});

/** A running session that changed a file which the asking one has changed, too. */
export const sharing: LiveSession = aSession({
  sessionId: 'two',
  title: 'Rename the client',
  pid: 4712,
  changes: { files: 6, edits: 14 },
  prompting,
  repository: { branch: 'main' },
  collisions: collisions(
    aCollision({ sessionId: 'one', title: asking.title, files: ['src/a.ts'], fileCount: 1 }),
  ),
});

/** A session whose uncommitted work was removed by the sharing one. */
export const sessionWithLostWork: LiveSession = aSession({
  sessionId: 'three',
  title: 'Write the changelog',
  pid: 4713,
  agentState: { group: 'needs_you', state: 'idle', label: stateLabel('idle') },
  changes: { files: 3, edits: 3 },
  prompting,
  collisions: collisions(lostCollision()),
});

/** A session that shares its folder with others and collides with none. */
export const sessionWithoutCollision: LiveSession = aSession({
  sessionId: 'four',
  title: 'Explain the scheduler',
  pid: 4714,
  collisions: { others: 3, found: [] },
});

/** A session whose changes have all been reviewed. */
export const reviewed: LiveSession = {
  ...withPull,
  sessionId: 'five',
  reviewed: secondsAgo(120),
};

export const collidingBoard: readonly LiveSession[] = [
  asking,
  sessionWithLostWork,
  sharing,
  sessionWithoutCollision,
  reviewed,
];
