import * as vscode from 'vscode';
import { t } from '../../shared/words/l10n';
import type { Log } from '../util/log';
import { createExtensionApi, type ApiParts, type ExtensionApi } from './extensionApi';

export interface EditorApiParts extends Pick<ApiParts, 'board' | 'hub' | 'repeatedCalls'> {
  readonly log: Log & { show(): void };
}

/** Creates the interface for other extensions in this editor. */
export function createEditorApi(parts: EditorApiParts): ExtensionApi {
  return createExtensionApi({
    ...parts,
    extensionOf: (id) => vscode.extensions.getExtension(id)?.id,
    onDidChangeExtensions: (listener) => vscode.extensions.onDidChange(() => listener()),
    say: (problem) => void warnWithLogButton(problem, parts.log),
  });
}

async function warnWithLogButton(problem: string, log: { show(): void }): Promise<void> {
  const showLog = t('Show Log');
  if ((await vscode.window.showWarningMessage(problem, showLog)) === showLog) log.show();
}
