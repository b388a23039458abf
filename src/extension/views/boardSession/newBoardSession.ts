import * as os from 'node:os';
import * as vscode from 'vscode';
import { formatPath } from '../../../shared/words/format';
import { t } from '../../../shared/words/l10n';
import { plainTitle } from '../../../shared/text/plainText';
import { promptProblem } from '../../../shared/words/promptFault';
import { maxPromptLength } from '../../../shared/text/promptLimits';
import type { StartMode } from '../../../shared/protocol/runner';
import { repositoryPlace } from '../../util/files/gitPlace';
import type { BoardModel } from '../../link/boardModel';
import { escapeIcons } from '../markdown';
import { showUnsentText } from '../showUnsentText';
import { askWorktreeName } from '../worktree/askWorktreeName';
import type { BoardSessions, NewSession } from './boardSessions';

const title = () => t('New Session from the Board');
const shownFolders = 20;

/** Asks for the folder, the permission mode and the prompt; undefined if cancelled. */
async function askNewSession(board: Pick<BoardModel, 'sessions'>): Promise<NewSession | undefined> {
  const folder = await askFolder(board);
  if (folder === undefined) return undefined;
  const hasRepository = (await repositoryPlace(folder)) !== undefined;
  const steps = hasRepository ? 4 : 3;
  const place = hasRepository ? await askPlace(steps) : 'folder';
  if (place === undefined) return undefined;
  const worktree = place === 'worktree' ? await askWorktreeName(folder) : undefined;
  if (place === 'worktree' && worktree === undefined) return undefined;
  const mode = await askMode(steps);
  if (mode === undefined) return undefined;
  const prompt = await vscode.window.showInputBox({
    title: step(steps, steps),
    prompt: t('What Claude should do. The session has no terminal: you answer it on its card.'),
    placeHolder: t('Prompt'),
    ignoreFocusOut: true,
    validateInput: (value) =>
      value.length > maxPromptLength ? t('This prompt is too long.') : promptProblem(value),
  });
  if (prompt === undefined || prompt.trim() === '') return undefined;
  return { folder, mode: mode.mode, prompt: prompt.trim(), worktree };
}

function step(number: number, all: number): string {
  return t('{0} ({1} of {2})', title(), number, all);
}

/**
 * Asks whether a session in a repository should use the folder, where others may work, or a new
 * worktree.
 */
async function askPlace(steps: number): Promise<'folder' | 'worktree' | undefined> {
  const items = [
    {
      label: t('In the folder'),
      detail: t('It sees and changes the files as they are'),
      iconPath: vscode.ThemeIcon.Folder,
      place: 'folder',
    },
    {
      label: t('In a worktree of its own'),
      detail: t('A copy of what is committed, on a branch of its own'),
      iconPath: new vscode.ThemeIcon('git-branch'),
      place: 'worktree',
    },
  ] as const;
  const picked = await vscode.window.showQuickPick(items, {
    title: step(2, steps),
    placeHolder: t('Where the session works'),
    ignoreFocusOut: true,
  });
  return picked?.place;
}

interface FolderItem extends vscode.QuickPickItem {
  readonly folder: string | undefined;
}

/** Asks for a folder: one of this window's, one that a session uses, or another one. */
async function askFolder({ sessions }: Pick<BoardModel, 'sessions'>): Promise<string | undefined> {
  const here = (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
  const used = sessions.flatMap(({ projectPath, machine }) =>
    projectPath === '' || machine !== undefined ? [] : [projectPath],
  );
  const folders = [...new Set([...here, ...used])].slice(0, shownFolders);
  const items: readonly FolderItem[] = [
    ...folders.map((folder) => ({
      label: escapeIcons(plainTitle(folder.split(/[\\/]/u).at(-1) ?? folder, 80)),
      description: escapeIcons(plainTitle(formatPath(folder, os.homedir()), 200)),
      iconPath: vscode.ThemeIcon.Folder,
      folder,
    })),
    {
      label: t('Select Folder…'),
      iconPath: new vscode.ThemeIcon('folder-opened'),
      folder: undefined,
    },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: title(),
    placeHolder: t('The project that the session works in'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (picked === undefined || picked.folder !== undefined) return picked?.folder;
  const chosen = await vscode.window.showOpenDialog({
    canSelectFiles: false,
    canSelectFolders: true,
    openLabel: t('Start Here'),
    title: title(),
  });
  return chosen?.[0]?.fsPath;
}

interface ModeItem extends vscode.QuickPickItem {
  readonly mode: StartMode | undefined;
}

async function askMode(steps: number): Promise<ModeItem | undefined> {
  const items: readonly ModeItem[] = [
    {
      label: t('Ask first'),
      detail: t('Edits and commands ask'),
      mode: 'default',
    },
    {
      label: t('Edit without asking'),
      detail: t('Commands ask'),
      mode: 'acceptEdits',
    },
    { label: t('Plan first'), detail: t('You approve its plan'), mode: 'plan' },
    {
      label: t('As in the settings of Claude Code'),
      detail: t('What it does in a terminal'),
      mode: undefined,
    },
  ];
  return vscode.window.showQuickPick(items, {
    title: step(steps - 1, steps),
    placeHolder: t('What the session may do on its own'),
    ignoreFocusOut: true,
  });
}

/** Asks for a new session and starts it; after a failure the typed prompt is offered again. */
export async function newBoardSession(
  board: BoardModel,
  boardSessions: BoardSessions,
): Promise<void> {
  const against = boardSessions.reasonAgainst;
  if (against !== undefined) throw new Error(against);
  const wanted = await askNewSession(board);
  if (wanted === undefined) return;
  await boardSessions.start(wanted).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    return showUnsentText({ words: wanted.prompt, why });
  });
}
