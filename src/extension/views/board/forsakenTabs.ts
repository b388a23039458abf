import * as vscode from 'vscode';
import { type Disposable, DisposableStore, toDisposable } from '../../util/lifetime';

/** Time in ms within which the editor passes a restored tab to its serializer. */
const patienceMs = 3_000;

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
 * pages get no answers. A visible tab without a panel of ours is reported if it stays so. A hidden
 * tab is not, because it may be restored when it is shown.
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
