import * as vscode from 'vscode';
import type { RevealMode } from '../../../shared/messages/pageMessages';
import { viewIds } from '../../manifest';
import { Emitter } from '../../util/emitter';
import { type Disposable, DisposableSlot, DisposableStore } from '../../util/lifetime';
import { BoardPage, type BoardPageParts } from './boardPage';
import { watchOrphanedTabs, tabsOfView } from './orphanedTabs';

/**
 * The board panel of a window: opened by command, restored with the window; there is at most one.
 */
export class BoardPanel implements Disposable, vscode.WebviewPanelSerializer {
  private readonly lifetime = new DisposableStore();
  private readonly open = this.lifetime.add(new DisposableSlot<OpenPanel>());

  constructor(private readonly parts: BoardPageParts) {
    this.lifetime.add(vscode.window.registerWebviewPanelSerializer(viewIds.boardPanel, this));
    this.lifetime.add(
      watchOrphanedTabs(
        viewIds.boardPanel,
        () => (this.open.value === undefined ? [] : [this.open.value.panel]),
        (tab) => this.replace(tab),
      ),
    );
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  show(): void {
    if (this.open.value !== undefined) {
      this.open.value.panel.reveal();
      return;
    }
    // These tabs have no panel in this extension host: they are left over from a previous one, or
    // not restored yet.
    const others = tabsOfView(viewIds.boardPanel);
    this.create(vscode.ViewColumn.Active, false);
    void vscode.window.tabGroups.close(others, true);
  }

  reveal(sessionId: string, how?: RevealMode): void {
    this.show();
    this.open.value?.page.channel.reveal(sessionId, how);
  }

  /** Scrolls the card into view if the panel is visible, without focusing or opening anything. */
  revealIfVisible(sessionId: string): void {
    if (this.open.value?.panel.visible !== true) return;
    this.open.value.page.channel.reveal(sessionId, 'show');
  }

  deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    this.attach(panel);
    return Promise.resolve();
  }

  /**
   * Closes the tab of a crashed extension host, and opens a new board in its place unless one is
   * open.
   */
  private replace(tab: vscode.Tab): void {
    if (this.open.value === undefined) this.create(tab.group.viewColumn, true);
    void vscode.window.tabGroups.close(tab, true);
  }

  private create(viewColumn: vscode.ViewColumn, preserveFocus: boolean): void {
    this.attach(
      vscode.window.createWebviewPanel(viewIds.boardPanel, 'Mission Control', {
        viewColumn,
        preserveFocus,
      }),
    );
  }

  private attach(panel: vscode.WebviewPanel): void {
    this.open.value?.panel.dispose();
    const media = (name: string) => vscode.Uri.joinPath(this.parts.extensionUri, 'media', name);
    panel.iconPath = { light: media('board-light.svg'), dark: media('board-dark.svg') };
    const opened = new OpenPanel(panel, this.parts);
    this.open.value = opened;
    panel.onDidDispose(() => {
      if (this.open.value === opened) this.open.value = undefined;
    });
  }
}

/**
 * A panel with its page. The panel is not disposed when the window closes, so that the editor
 * restores it.
 */
class OpenPanel implements Disposable {
  private readonly lifetime = new DisposableStore();
  readonly page: BoardPage;

  constructor(
    readonly panel: vscode.WebviewPanel,
    parts: BoardPageParts,
  ) {
    const visibility = this.lifetime.add(new Emitter<void>());
    this.lifetime.add(panel.onDidChangeViewState(() => visibility.fire()));
    const surface = {
      webview: panel.webview,
      get visible() {
        return panel.visible;
      },
      onDidChangeVisibility: visibility.event,
    };
    this.page = this.lifetime.add(new BoardPage('panel', surface, parts));
  }

  dispose(): void {
    this.lifetime.dispose();
  }
}
