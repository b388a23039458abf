import type { LiveSession } from '../protocol/protocol';
import { plainTitle } from '../text/plainText';
import { badgeLength, badgesOf } from './displayText';

/** Name of the linked work tree that a session works in, where no badge says it; else empty. */
export function unsaidWorktree(session: Pick<LiveSession, 'repository' | 'display'>): string {
  const { worktree = '' } = session.repository ?? {};
  if (worktree === '') return '';
  const isSaid = badgesOf(session).some(({ text }) => text === plainTitle(worktree, badgeLength));
  return isSaid ? '' : plainTitle(worktree, 120);
}

/** The name of a work tree beside its branch; the client names a branch after its work tree. */
export function branchInWorktree(branch: string, worktree: string): string {
  if (worktree === '') return branch;
  const isSame = ['', worktree, `worktree-${worktree}`].includes(branch);
  return isSame ? worktree : `${worktree} · ${branch}`;
}

/** True where its work tree can be opened, or removed. */
export function hasWorktree({ repository }: Pick<LiveSession, 'repository'>): boolean {
  return repository?.worktree !== undefined;
}

/** True where removing its work tree is offered; the hub looks closer when a person asks for it. */
export function offersRemoval(
  session: Pick<LiveSession, 'repository' | 'agentState' | 'pendingRequest'>,
): boolean {
  const rests = session.agentState.group !== 'autonomous' && session.pendingRequest === undefined;
  return hasWorktree(session) && rests;
}
