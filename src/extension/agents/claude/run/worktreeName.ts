import { stat } from 'node:fs/promises';
import * as path from 'node:path';
import { worktreeFolders } from '../../../../shared/agents/claude/places';
import { t } from '../../../../shared/words/l10n';
import { repositoryPlace } from '../../../util/files/gitPlace';

/** Names that the client takes for a folder and a branch, and that every shell reads as one word. */
const worktreeName = /^[0-9A-Za-z][0-9A-Za-z._-]{0,63}$/u;

/** Reason why a worktree cannot have this name; undefined where it can, and for an empty one. */
export function worktreeNameProblem(name: string): string | undefined {
  if (name === '') return undefined;
  // Git makes no branch with such names.
  const isRefused = name.includes('..') || name.endsWith('.') || name.endsWith('.lock');
  return worktreeName.test(name) && !isRefused
    ? undefined
    : t(
        'Use up to 64 letters, digits, dots, underscores and dashes. Begin with a letter or a digit.',
      );
}

/**
 * The worktree of that name which the client would take for a session that is begun in the folder.
 * Measured on client 2.1.329: it makes `.claude/worktrees/<name>` in the main work tree, and goes into
 * one that is there without a word, even while another session works in it.
 */
export async function existingWorktree(folder: string, name: string): Promise<string | undefined> {
  const place = await repositoryPlace(folder);
  if (place === undefined) return undefined;
  const main = place.worktree === undefined ? place.top : path.dirname(place.common);
  const worktree = path.join(main, ...worktreeFolders, name);
  return (await stat(worktree).catch(() => undefined)) && worktree;
}
