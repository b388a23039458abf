import * as vscode from 'vscode';

/**
 * Brings this window to the front: the editor focuses the window that has a folder open when it is
 * asked to open that folder. It cannot do so in a browser, nor without a folder.
 */
export async function bringToFront(): Promise<void> {
  if (vscode.window.state.focused || vscode.env.uiKind !== vscode.UIKind.Desktop) return;
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  const opened = workspaceFile?.scheme === 'untitled' ? undefined : workspaceFile;
  const uri = opened ?? (workspaceFile === undefined ? workspaceFolders?.[0]?.uri : undefined);
  if (uri === undefined) return;
  // In a new window where it has none: never in the place of another one's folder.
  await vscode.commands.executeCommand('vscode.openFolder', uri, { forceNewWindow: true });
}
