import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import type { Loss } from '../../../shared/protocol/windows';
import { escapeLinks } from '../markdown';
import { orSay } from '../orSay';

/** Tells of a file of ours that was damaged, and leads to what is left of it. */
export async function sayLoss({ name, path }: Loss): Promise<void> {
  const open = t('Open File');
  const message = t(
    'Mission Control could not read {0}, or not all of it. Nothing was written over it: as it was, it is kept in {1}.',
    name,
    path,
  );
  if ((await vscode.window.showWarningMessage(escapeLinks(message), open)) !== open) return;
  await orSay(async () => void (await vscode.window.showTextDocument(vscode.Uri.file(path))));
}
