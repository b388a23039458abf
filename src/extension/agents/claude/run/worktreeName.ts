import { stat } from 'node:fs/promises';
import * as path from 'node:path';
import { worktreeFolders } from '../../../../shared/agents/claude/places';
import { t } from '../../../../shared/words/l10n';
import { repositoryPlace } from '../../../util/files/gitPlace';

/** Names that are valid for the client as folder and branch, and a single word in every shell. */
const worktreeName = /^[0-9A-Za-z][0-9A-Za-z._-]{0,63}$/u;

/** Reason why a worktree cannot have this name; undefined for a valid or empty name. */
export function worktreeNameProblem(name: string): string | undefined {
  if (name === '') return undefined;
  // Git rejects branches with such names.
  const isRefused = name.includes('..') || name.endsWith('.') || name.endsWith('.lock');
  return worktreeName.test(name) && !isRefused
    ? undefined
    : t(
        'Use up to 64 letters, digits, dots, underscores and dashes. Begin with a letter or a digit.',
      );
}

/**
 * The existing worktree of that name that the client would reuse for a session started in the
 * folder. Measured on client 2.1.329: it creates `.claude/worktrees/<name>` in the main work tree,
 * and silently enters an existing one, even while a different session works in it.
 */
export async function existingWorktree(folder: string, name: string): Promise<string | undefined> {
  const place = await repositoryPlace(folder);
  if (place === undefined) return undefined;
  const main = place.worktree === undefined ? place.top : path.dirname(place.common);
  const worktree = path.join(main, ...worktreeFolders, name);
  return (await stat(worktree).catch(() => undefined)) && worktree;
}
