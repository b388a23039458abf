import * as vscode from 'vscode';
import { type Disposable, DisposableStore, toDisposable } from '../../util/lifetime';

/** Time in ms within which the editor passes a restored tab to its serializer. */
const restoreMs = 3_000;

/**
 * All tabs of a webview type, including those of other extension hosts; the editor prefixes the
 * type.
 */
export function tabsOfView(viewType: string): readonly vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter(
    ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(viewType),
  );
}

/**
 * Reports tabs of a crashed extension host: the editor never passes them to the new host, so their
 * pages get no answers. A visible tab is reported if it still has no panel in this host after
 * `restoreMs`. A hidden tab is not reported, because the editor may restore it when it is shown.
 */
export function watchOrphanedTabs(
  viewType: string,
  panels: () => Iterable<vscode.WebviewPanel>,
  onForsaken: (tab: vscode.Tab) => void,
): Disposable {
  const lifetime = new DisposableStore();
  let timer: NodeJS.Timeout | undefined;
  const checkTabs = (): void => {
    timer = undefined;
    const shown = new Set([...panels()].flatMap((one) => (one.visible ? [one.viewColumn] : [])));
    for (const tab of tabsOfView(viewType)) {
      if (tab.isActive && !shown.has(tab.group.viewColumn)) onForsaken(tab);
    }
  };
  const scheduleCheck = (): void => {
    clearTimeout(timer);
    timer = setTimeout(checkTabs, restoreMs);
  };
  lifetime.add(vscode.window.tabGroups.onDidChangeTabs(scheduleCheck));
  lifetime.add(toDisposable(() => clearTimeout(timer)));
  scheduleCheck();
  return lifetime;
}
