import * as vscode from 'vscode';
import { planScheme, viewIds } from '../../manifest';
import { planUri } from './planFiles';

/** The path of the plan that a tab shows; undefined for any other tab. */
export function planOf({ input }: vscode.Tab): string | undefined {
  if (!(input instanceof vscode.TabInputText)) return undefined;
  return input.uri.scheme === planScheme ? input.uri.path : undefined;
}

export function tabsOf(path: string): readonly vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter((tab) => planOf(tab) === path);
}

/** Whether the next letter that somebody types may be for it. */
export function isInFront(path: string): boolean {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  return tab !== undefined && planOf(tab) === path;
}

/** Brings a plan to the front: where it is open already, else beside the board, else here. */
export async function showPlan(path: string): Promise<void> {
  const known = tabsOf(path)[0]?.group.viewColumn;
  const besideBoard = isBoard(vscode.window.tabGroups.activeTabGroup.activeTab)
    ? vscode.ViewColumn.Beside
    : vscode.ViewColumn.Active;
  await vscode.window.showTextDocument(planUri(path), {
    viewColumn: known ?? besideBoard,
    preview: false,
    // The editor remembers where it stood in a document of that name before.
    ...(known === undefined && { selection: new vscode.Range(0, 0, 0, 0) }),
  });
}

/** Saved first: a tab with changes would ask what to do with them. */
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
