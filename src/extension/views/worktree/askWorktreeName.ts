import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import { existingWorktree, worktreeNameProblem } from '../../agents/claude/run/worktreeName';

/** Asks for the name of a new worktree; empty lets the client choose, undefined means cancelled. */
export async function askWorktreeName(folder: string): Promise<string | undefined> {
  const validate = async (value: string): Promise<string | undefined> => {
    const name = value.trim();
    const problem = worktreeNameProblem(name);
    if (problem !== undefined || name === '') return problem;
    return (await existingWorktree(folder, name)) === undefined
      ? undefined
      : t('There is a worktree of this name. A session in it would share its files.');
  };
  const typed = await vscode.window.showInputBox({
    title: t('New Session in a Worktree'),
    prompt: t(
      'Claude Code makes a folder and a branch of this name. What isn’t committed stays behind.',
    ),
    placeHolder: t('Name of the worktree; empty lets Claude Code choose one'),
    ignoreFocusOut: true,
    validateInput: validate,
  });
  return typed?.trim();
}
