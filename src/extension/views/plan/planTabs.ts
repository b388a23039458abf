import * as vscode from 'vscode';
import { planScheme, viewIds } from '../../manifest';
import { planUri } from './planFiles';

/** The path of the plan in a tab; undefined for any other tab. */
export function planOf({ input }: vscode.Tab): string | undefined {
  if (!(input instanceof vscode.TabInputText)) return undefined;
  return input.uri.scheme === planScheme ? input.uri.path : undefined;
}

export function tabsOf(path: string): readonly vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter((tab) => planOf(tab) === path);
}

/** True if the plan is in the active tab, so that the person may be typing in it. */
export function isInFront(path: string): boolean {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  return tab !== undefined && planOf(tab) === path;
}

/**
 * Shows a plan in its tab if it is open. Otherwise opens it beside the board if that is active, or
 * in the active group.
 */
export async function showPlan(path: string): Promise<void> {
  const known = tabsOf(path)[0]?.group.viewColumn;
  const besideBoard = isBoard(vscode.window.tabGroups.activeTabGroup.activeTab)
    ? vscode.ViewColumn.Beside
    : vscode.ViewColumn.Active;
  await vscode.window.showTextDocument(planUri(path), {
    viewColumn: known ?? besideBoard,
    preview: false,
    // The editor restores the previous position in a document of the same name.
    ...(known === undefined && { selection: new vscode.Range(0, 0, 0, 0) }),
  });
}

/**
 * Closes a plan's tabs. Saves first, because the editor asks the person before it closes a changed
 * tab.
 */
export async function closePlan(path: string): Promise<void> {
  await savePlan(path);
  await vscode.window.tabGroups.close(tabsOf(path));
}

export async function savePlan(path: string): Promise<void> {
  const document = documentOf(path);
  if (document?.isDirty === true) await document.save();
}

export function documentOf(path: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(
    ({ uri }) => uri.scheme === planScheme && uri.path === path,
  );
}

function isBoard(tab: vscode.Tab | undefined): boolean {
  const { input } = tab ?? {};
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith(viewIds.boardPanel);
}
