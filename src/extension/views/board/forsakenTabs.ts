import * as vscode from 'vscode';
import { type Disposable, DisposableStore, toDisposable } from '../../util/lifetime';

/** The editor hands a tab that it restores to its serializer within this time, in ms. */
const patienceMs = 3_000;

/** All tabs of a kind of webview, whoever made them; the editor puts a prefix before our name. */
export function tabsOfView(viewType: string): readonly vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter(
    ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(viewType),
  );
}

/**
 * An extension host that crashes leaves its panels behind: the editor never hands them to the next
 * one, and their pages stay silent. A tab on the screen that no panel of ours shows, and that stays
 * so, is told. One that is out of sight may still be restored once it is shown.
 */
export function followForsaken(
  viewType: string,
  panels: () => Iterable<vscode.WebviewPanel>,
  onForsaken: (tab: vscode.Tab) => void,
): Disposable {
  const lifetime = new DisposableStore();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    timer = undefined;
    const shown = new Set([...panels()].flatMap((one) => (one.visible ? [one.viewColumn] : [])));
    for (const tab of tabsOfView(viewType)) {
      if (tab.isActive && !shown.has(tab.group.viewColumn)) onForsaken(tab);
    }
  };
  const lookSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(look, patienceMs);
  };
  lifetime.add(vscode.window.tabGroups.onDidChangeTabs(lookSoon));
  lifetime.add(toDisposable(() => clearTimeout(timer)));
  lookSoon();
  return lifetime;
}
