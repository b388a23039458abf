import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import type { StagedRepository } from './stagedState';

/** A repository of the editor's Git extension, as far as reviews use it. */
export interface EditorRepository extends StagedRepository {
  readonly rootUri: vscode.Uri;
  readonly state: StagedRepository['state'] & {
    readonly workingTreeChanges: readonly { readonly uri: vscode.Uri }[];
  };
  status(): Promise<void>;
  add(paths: readonly string[]): Promise<void>;
  commit(message: string, options?: { readonly postCommitCommand?: null }): Promise<void>;
}

interface GitApi {
  getRepository(uri: vscode.Uri): EditorRepository | null;
  openRepository(root: vscode.Uri): Promise<EditorRepository | null>;
}

interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

/**
 * The repository with the top folder `top` in the editor's Git extension. If it is not open, the
 * person is asked whether to open it; undefined if they decline. Rejects with a sentence if it
 * can't be opened.
 */
export async function editorRepository(
  top: string | undefined,
): Promise<EditorRepository | undefined> {
  requireTrust();
  if (top === undefined) throw new Error(t('These files are in no git repository.'));
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  const git = extension && (extension.isActive ? extension.exports : await extension.activate());
  if (git?.enabled !== true) {
    throw new Error(t('The editor’s Git extension is off. Turn on the setting “git.enabled”.'));
  }
  const api = git.getAPI(1);
  const root = vscode.Uri.file(top);
  const known = api.getRepository(root);
  if (known?.rootUri.fsPath === root.fsPath) return known;
  const open = t('Open Repository');
  const answer = await vscode.window.showWarningMessage(
    t('The repository {0} isn’t open in this window.', top),
    { modal: true, detail: t('It is then shown in Source Control, too.') },
    open,
  );
  if (answer !== open) return undefined;
  const opened = await api.openRepository(root);
  if (opened !== null) return opened;
  throw new Error(t('The editor couldn’t open the repository {0}.', top));
}

/**
 * Throws an error with a sentence for the person if the workspace is not trusted, because nothing
 * may be written then.
 */
export function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new Error(t('Trust this workspace first: nothing is written in a restricted window.'));
}
