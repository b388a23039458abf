import * as vscode from 'vscode';
import { escapeForNotification } from '../markdown';
import type { WorktreeEditor } from './worktreeMenu';

/** The editor functions for worktrees. */
export const editorWorktrees: WorktreeEditor = {
  async ask({ question, detail }, buttons) {
    const options = { modal: true, detail };
    return vscode.window.showWarningMessage(escapeForNotification(question), options, ...buttons);
  },
  async tell(text, button) {
    const buttons = button === undefined ? [] : [button];
    return vscode.window.showInformationMessage(escapeForNotification(text), ...buttons);
  },
  async during(title, job) {
    const location = vscode.ProgressLocation.Window;
    return vscode.window.withProgress({ location, title }, job);
  },
  async openFolder(folder) {
    await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(folder), {
      forceNewWindow: true,
    });
  },
  get shown() {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const files = vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty);
    const pathOf = ({ uri }: { readonly uri: vscode.Uri }): string[] =>
      uri.scheme === 'file' ? [uri.fsPath] : [];
    return { folders: folders.flatMap(pathOf), unsaved: files.flatMap(pathOf) };
  },
};
