import type { LiveSession } from '../protocol/protocol';
import { plainTitle } from '../text/plainText';
import { badgeLength, badgesOf } from './texts/displayText';

/** Name of the session's linked work tree; empty if there is none or a badge already shows it. */
export function worktreeNotOnBadge(session: Pick<LiveSession, 'repository' | 'display'>): string {
  const { worktree = '' } = session.repository ?? {};
  if (worktree === '') return '';
  const isShown = badgesOf(session).some(({ text }) => text === plainTitle(worktree, badgeLength));
  return isShown ? '' : plainTitle(worktree, 120);
}

/**
 * The work tree and its branch as one text; the branch is omitted if the client named it after the
 * work tree.
 */
export function branchInWorktree(branch: string, worktree: string): string {
  if (worktree === '') return branch;
  const isSame = ['', worktree, `worktree-${worktree}`].includes(branch);
  return isSame ? worktree : `${worktree} · ${branch}`;
}

/** True if the session has a linked work tree, which can be opened or removed. */
export function hasWorktree({ repository }: Pick<LiveSession, 'repository'>): boolean {
  return repository?.worktree !== undefined;
}

/** True if removing the work tree is offered; the hub checks it again when a person requests it. */
export function offersRemoval(
  session: Pick<LiveSession, 'repository' | 'agentState' | 'pendingRequest'>,
): boolean {
  const isAtRest =
    session.agentState.group !== 'autonomous' && session.pendingRequest === undefined;
  return hasWorktree(session) && isAtRest;
}
