import { realpath, stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { isInFolder } from '../../../shared/board/folders';
import { t } from '../../../shared/words/l10n';
import { plainLine } from '../../../shared/text/plainText';
import { isLocalPath } from '../../util/files/localPath';
import { linkTarget } from './linkTarget';
import { fileElsewhereText, missingFileText, unopenedText } from './linkWords';

/**
 * Opens a link of a transcript. The editor asks before it opens a web link; a file outside the
 * project is opened after a confirmation. `machine` is the name of the files' machine if it is not
 * this one; then no file is opened.
 */
export async function openLink(
  href: string,
  projectPath: string,
  machine: string | undefined,
): Promise<void> {
  const target = linkTarget(href, projectPath);
  if (target === undefined) {
    void vscode.window.showInformationMessage(unopenedText(href));
    return;
  }
  if (target.kind === 'web') {
    await vscode.env.openExternal(vscode.Uri.parse(target.address, true));
    return;
  }
  const { file, line } = target;
  if (machine !== undefined) {
    void vscode.window.showInformationMessage(fileElsewhereText(file, machine));
    return;
  }
  // Accessing a network path would reveal the user to another machine.
  if (!isLocalPath(file)) return;
  if (!isInFolder(projectPath, file) && !(await isWanted(file))) return;
  const real = await realpath(file).catch(() => undefined);
  const isFile = real !== undefined && (await stat(real)).isFile();
  if (!isFile) {
    void vscode.window.showInformationMessage(missingFileText(file));
    return;
  }
  if (isInFolder(projectPath, file) && !isInFolder(projectPath, real) && !(await isWanted(real)))
    return;
  const at = new vscode.Position(Math.max(0, (line ?? 1) - 1), 0);
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(real), {
    ...(line !== undefined && { selection: new vscode.Range(at, at) }),
  });
}

async function isWanted(file: string): Promise<boolean> {
  const open = t('Open File');
  const answer = await vscode.window.showWarningMessage(
    t('Open {0}?', plainLine(file, 300)),
    { modal: true, detail: t('The transcript links to this file outside its project.') },
    open,
  );
  return answer === open;
}
