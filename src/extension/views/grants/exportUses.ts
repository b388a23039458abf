import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import type { Calls } from '../../link/hubClient';
import { readUses } from './readUses';
import { useFormats } from './usesText';

/** Saves the ledger of allowed requests to the file that the person chooses, oldest first. */
export async function exportUses(hub: Calls<'grantUses'>): Promise<void> {
  const uses = (await readUses(hub)).toReversed();
  if (uses.length === 0) {
    void vscode.window.showInformationMessage(t('No request was allowed by itself so far.'));
    return;
  }
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(os.homedir());
  const target = await vscode.window.showSaveDialog({
    title: t('Export Allowed Requests'),
    defaultUri: vscode.Uri.joinPath(folder, 'allowed-requests.csv'),
    filters: { CSV: ['csv'], 'JSON Lines': ['jsonl'] },
  });
  if (target === undefined) return;
  const format = target.path.endsWith('.jsonl') ? 'jsonl' : 'csv';
  await vscode.workspace.fs.writeFile(target, Buffer.from(useFormats[format](uses)));
  vscode.window.setStatusBarMessage(t('Saved {0}', path.basename(target.path)), 4_000);
}
