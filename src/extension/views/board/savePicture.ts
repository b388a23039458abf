import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import { pictureBytes } from './pictureBytes';

/** Writes the picture of a day where the user wants it, and nowhere else. */
export async function savePicture(day: string, base64: string): Promise<void> {
  const bytes = pictureBytes(base64);
  if (bytes === undefined) return;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(os.homedir());
  const target = await vscode.window.showSaveDialog({
    title: t('Save Picture'),
    defaultUri: vscode.Uri.joinPath(folder, `mission-control-${day}.png`),
    filters: { Pictures: ['png'] },
  });
  if (target === undefined) return;
  await vscode.workspace.fs.writeFile(target, bytes);
  vscode.window.setStatusBarMessage(t('Saved {0}', path.basename(target.path)), 4_000);
}
